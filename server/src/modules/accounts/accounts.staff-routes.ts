import { staffSecurityLog } from '@vialproof/contract/security-log.routes';
import * as route from '@vialproof/contract/staff.routes';
import { createBrowser } from '../../platform/http/browser.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, unwrap } from '../../platform/refusal.ts';
import {
  type AccountsContext,
  findStaffMember,
  listStaff,
  putRole,
  resetSecondFactor,
  searchSecurityLog,
} from './accounts.service.ts';

/** Routes for admins: roles, and the security log of all accounts. */
export function accountsStaffRoutes(platform: Platform, accounts: AccountsContext) {
  const { clientOf } = createBrowser(platform);

  return (
    newRoutes()
      .openapi(route.listStaff, async (c) => c.json({ data: await listStaff(accounts) }, 200))
      // Must come before /lab/staff/{id}, because that pattern matches this path too.
      .openapi(route.findPerson, async (c) => {
        const found = await findStaffMember(accounts, c.req.valid('query').email);
        // A search that finds nobody is recorded too. The address is not, because the audit log cannot be erased.
        const isFound = !isRefusal(found);
        const { id } = isFound ? found : requireViewer(c);
        c.set('viewed', { kind: 'user', id, detail: { found: isFound } });
        return c.json({ data: unwrap(found) }, 200);
      })
      .openapi(route.putRole, async (c) => {
        const { role } = c.req.valid('json');
        const put = unwrap(
          await putRole(accounts, requireViewer(c), c.req.valid('param').id, role, clientOf(c)),
        );
        c.set('viewed', { kind: 'user', id: put.id });
        return c.json({ data: put }, 200);
      })
      .openapi(route.resetSecondFactor, async (c) => {
        const { id } = c.req.valid('param');
        return c.json(
          { data: unwrap(await resetSecondFactor(accounts, requireViewer(c), id, clientOf(c))) },
          200,
        );
      })
      .openapi(staffSecurityLog, async (c) => {
        const { q, page } = c.req.valid('query');
        return c.json(await searchSecurityLog(accounts, q, page), 200);
      })
  );
}
