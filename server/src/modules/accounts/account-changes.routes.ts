import * as route from '@vialproof/contract/account-changes.routes';
import * as factor from '@vialproof/contract/second-factor.routes';
import { mySecurityLog } from '@vialproof/contract/security-log.routes';
import * as session from '@vialproof/contract/sessions.routes';
import { createBrowser } from '../../platform/http/browser.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  type AccountsContext,
  beginSecondFactor,
  cancelEmailChange,
  changePassword,
  confirmEmailChange,
  confirmSecondFactor,
  deleteAccount,
  describeDeletion,
  describeSecurity,
  endOtherSessions,
  endSession,
  exportPersonalData,
  listSessions,
  readOwnSecurityLog,
  renewRecoveryCodes,
  requestEmailChange,
  switchOffSecondFactor,
} from './accounts.service.ts';

/** Routes with which people change their own accounts. */
export function accountChangesRoutes(platform: Platform, accounts: AccountsContext) {
  const { clientOf } = createBrowser(platform);

  return newRoutes()
    .openapi(route.getSecurity, async (c) =>
      c.json({ data: await describeSecurity(accounts, requireViewer(c)) }, 200),
    )
    .openapi(route.changePassword, async (c) => {
      const { current_password: current, password } = c.req.valid('json');
      const changed = await changePassword(accounts, requireViewer(c), { current, password }, clientOf(c));
      return c.json(unwrap(changed), 200);
    })
    .openapi(route.requestEmailChange, async (c) => {
      const { current_password: password, email } = c.req.valid('json');
      unwrap(await requestEmailChange(accounts, requireViewer(c), { email, password }, clientOf(c)));
      return c.json({}, 202);
    })
    .openapi(route.confirmEmailChange, async (c) => {
      const { current_code: current, new_code: fresh } = c.req.valid('json');
      const changed = await confirmEmailChange(accounts, requireViewer(c), { current, fresh }, clientOf(c));
      return c.json(unwrap(changed), 200);
    })
    .openapi(route.cancelEmailChange, async (c) => {
      await cancelEmailChange(accounts, requireViewer(c));
      return c.body(null, 204);
    })
    .openapi(route.exportMyData, async (c) => {
      const data = unwrap(await exportPersonalData(accounts, requireViewer(c), clientOf(c)));
      c.header('Content-Disposition', 'attachment; filename="my-data.json"');
      return c.json(data, 200);
    })
    .openapi(route.getDeletion, async (c) =>
      c.json({ data: await describeDeletion(accounts, requireViewer(c)) }, 200),
    )
    .openapi(route.deleteAccount, async (c) => {
      const { current_password: password } = c.req.valid('json');
      unwrap(await deleteAccount(accounts, requireViewer(c), password, clientOf(c)));
      return c.body(null, 204);
    })
    .openapi(session.listSessions, async (c) =>
      c.json({ data: await listSessions(accounts, requireViewer(c)) }, 200),
    )
    .openapi(session.endOtherSessions, async (c) =>
      c.json({ data: { ended: await endOtherSessions(accounts, requireViewer(c), clientOf(c)) } }, 200),
    )
    .openapi(session.endSession, async (c) => {
      unwrap(await endSession(accounts, requireViewer(c), c.req.valid('param').id, clientOf(c)));
      return c.body(null, 204);
    })
    .openapi(factor.beginSecondFactor, async (c) => {
      const { current_password: password } = c.req.valid('json');
      const begun = await beginSecondFactor(accounts, requireViewer(c), password, clientOf(c));
      return c.json({ data: unwrap(begun) }, 200);
    })
    .openapi(factor.confirmSecondFactor, async (c) => {
      const { code } = c.req.valid('json');
      const confirmed = await confirmSecondFactor(accounts, requireViewer(c), code, clientOf(c));
      return c.json({ data: unwrap(confirmed) }, 200);
    })
    .openapi(factor.newRecoveryCodes, async (c) => {
      const { code } = c.req.valid('json');
      const renewed = await renewRecoveryCodes(accounts, requireViewer(c), code, clientOf(c));
      return c.json({ data: unwrap(renewed) }, 200);
    })
    .openapi(factor.switchSecondFactorOff, async (c) => {
      const { current_password: password, code } = c.req.valid('json');
      unwrap(await switchOffSecondFactor(accounts, requireViewer(c), { code, password }, clientOf(c)));
      return c.body(null, 204);
    })
    .openapi(mySecurityLog, async (c) =>
      c.json(await readOwnSecurityLog(accounts, requireViewer(c).id, c.req.valid('query').page), 200),
    );
}
