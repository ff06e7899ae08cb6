import * as route from '@vialproof/contract/mails.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import { listUnsentMails, type MailsContext, sendMailAgain } from './mails.service.ts';

export function mailsStaffRoutes(mails: MailsContext) {
  return newRoutes()
    .openapi(route.listMails, async (c) => c.json(await listUnsentMails(mails, c.req.valid('query')), 200))
    .openapi(route.sendMailAgain, async (c) => {
      unwrap(await sendMailAgain(mails, requireViewer(c), c.req.valid('param').id));
      return c.json({}, 202);
    });
}
