import type { MailsQuery, UnsentMailPage } from '@vialproof/contract/mails';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { MailsContext } from './mails.context.ts';
import { presentUnsent } from './mails.presenter.ts';
import { countUnsent, listUnsent } from './mails.store.ts';

/** A page of mails that have not left, those that wait longest first. */
export async function listUnsentMails(
  { platform }: MailsContext,
  viewer: Viewer,
  { state, page, limit }: MailsQuery,
): Promise<UnsentMailPage | Refusal> {
  const hidden = adminOnly(viewer);
  if (hidden) return hidden;
  const { orm } = platform.db;
  const now = platform.clock.now();
  const [rows, counts] = await Promise.all([
    listUnsent(orm, now, { state, offset: (page - 1) * limit, limit }),
    countUnsent(orm, now),
  ]);
  const total = state ? counts[state] : counts.waiting + counts.failed;
  return { data: rows.map(presentUnsent), pagination: { page, limit, total }, counts };
}

/** Since when the mail that waits longest has been waiting; undefined when none does. */
export async function oldestWaitingMail(
  { platform }: MailsContext,
  db: Queryable,
): Promise<Date | undefined> {
  const [row] = await listUnsent(db, platform.clock.now(), { state: 'waiting', offset: 0, limit: 1 });
  return row && new Date(row.asked_at_ms);
}
