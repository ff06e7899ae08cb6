import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isUuid } from '../../../platform/ids.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { nameUnsent } from '../mails.queries.ts';
import type { MailsContext } from '../mails.service.ts';
import { listUnsent } from '../mails.store.ts';

/** Sends a mail now, with its old Message-ID. Refusals: `not_found`, and `wrong_state` while it is being sent. */
export async function sendMailAgain(
  ctx: MailsContext,
  viewer: Viewer,
  id: string,
): Promise<Refusal | undefined> {
  const { db, jobs, clock } = ctx.platform;
  const now = clock.now();
  const found = isUuid(id) ? await listUnsent(db.orm, now, { id, offset: 0, limit: 1 }) : [];
  const [mail] = await nameUnsent(ctx, found);
  if (!mail) return refuse('not_found');
  const { row, groupTitle } = mail;
  return db.transaction(async (tx) => {
    const isDue =
      row.state === 'failed' ? await jobs.sendAgain(tx, id) : await jobs.hasten(tx, row.queue, id);
    if (!isDue) return refuse('wrong_state', 'This mail is being sent right now.');
    // The audit log can never be changed, so it must not contain the address.
    const subject =
      mail.taskNumber === undefined ? { kind: 'mail', id } : { kind: 'request', id: row.request_id ?? id };
    await recordAudit(tx, {
      at: now,
      actorId: viewer.id,
      action: 'mail.sent_again',
      subject,
      detail: { mail: row.kind, ...(groupTitle === undefined ? {} : { group: groupTitle }) },
    });
    return undefined;
  });
}
