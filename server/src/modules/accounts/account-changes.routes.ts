import * as route from '@vialproof/contract/account-changes.routes';
import * as factor from '@vialproof/contract/second-factor.routes';
import { mySecurityLog } from '@vialproof/contract/security-log.routes';
import * as session from '@vialproof/contract/sessions.routes';
import { createBrowser } from '../../platform/browser.ts';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Accounts } from './accounts.service.ts';

/** What somebody who is signed in does to the account itself. */
export function accountChangesRoutes(platform: Platform, accounts: Accounts) {
  const { clientOf } = createBrowser(platform);
  const { sessions, secondFactor, securityLog, emailChange, privacy } = accounts;

  return newRoutes()
    .openapi(route.getSecurity, async (c) =>
      c.json({ data: await accounts.describeSecurity(requireViewer(c)) }, 200),
    )
    .openapi(route.changePassword, async (c) => {
      const { current_password: current, password } = c.req.valid('json');
      const change = { current, password };
      return c.json(unwrap(await accounts.changePassword(requireViewer(c), change, clientOf(c))), 200);
    })
    .openapi(route.requestEmailChange, async (c) => {
      const { current_password: password, email } = c.req.valid('json');
      unwrap(await emailChange.request(requireViewer(c), { email, password }, clientOf(c)));
      return c.json({}, 202);
    })
    .openapi(route.confirmEmailChange, async (c) => {
      const { current_code: current, new_code: fresh } = c.req.valid('json');
      return c.json(
        unwrap(await emailChange.confirm(requireViewer(c), { current, fresh }, clientOf(c))),
        200,
      );
    })
    .openapi(route.cancelEmailChange, async (c) => {
      await emailChange.cancel(requireViewer(c));
      return c.body(null, 204);
    })
    .openapi(route.exportMyData, async (c) => {
      const data = unwrap(await privacy.export(requireViewer(c), clientOf(c)));
      c.header('Content-Disposition', 'attachment; filename="my-data.json"');
      return c.json(data, 200);
    })
    .openapi(route.getDeletion, async (c) =>
      c.json({ data: await privacy.describeDeletion(requireViewer(c)) }, 200),
    )
    .openapi(route.deleteAccount, async (c) => {
      const { current_password: password } = c.req.valid('json');
      unwrap(await privacy.delete(requireViewer(c), password, clientOf(c)));
      return c.body(null, 204);
    })
    .openapi(session.listSessions, async (c) => c.json({ data: await sessions.list(requireViewer(c)) }, 200))
    .openapi(session.endOtherSessions, async (c) =>
      c.json({ data: { ended: await sessions.endOthers(requireViewer(c), clientOf(c)) } }, 200),
    )
    .openapi(session.endSession, async (c) => {
      unwrap(await sessions.end(requireViewer(c), c.req.valid('param').id, clientOf(c)));
      return c.body(null, 204);
    })
    .openapi(factor.beginSecondFactor, async (c) => {
      const { current_password: password } = c.req.valid('json');
      return c.json({ data: unwrap(await secondFactor.begin(requireViewer(c), password, clientOf(c))) }, 200);
    })
    .openapi(factor.confirmSecondFactor, async (c) => {
      const { code } = c.req.valid('json');
      return c.json({ data: unwrap(await secondFactor.confirm(requireViewer(c), code, clientOf(c))) }, 200);
    })
    .openapi(factor.newRecoveryCodes, async (c) => {
      const { code } = c.req.valid('json');
      return c.json(
        { data: unwrap(await secondFactor.renewCodes(requireViewer(c), code, clientOf(c))) },
        200,
      );
    })
    .openapi(factor.switchSecondFactorOff, async (c) => {
      const { current_password: password, code } = c.req.valid('json');
      unwrap(await secondFactor.switchOff(requireViewer(c), { code, password }, clientOf(c)));
      return c.body(null, 204);
    })
    .openapi(mySecurityLog, async (c) =>
      c.json(await securityLog.mine(requireViewer(c).id, c.req.valid('query').page), 200),
    );
}
