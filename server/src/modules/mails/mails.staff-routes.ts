import * as route from '@vialproof/contract/mails.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Mails } from './mails.service.ts';

/** The admins' calls. */
export function mailsStaffRoutes(mails: Mails) {
  return newRoutes()
    .openapi(route.listMails, async (c) => c.json(await mails.list(c.req.valid('query')), 200))
    .openapi(route.sendMailAgain, async (c) => {
      unwrap(await mails.sendAgain(requireViewer(c), c.req.valid('param').id));
      return c.json({}, 202);
    });
}
