import type { MailsQuery, UnsentMailPage } from '@vialproof/contract/mails';
import type { Queryable } from '../../platform/postgres/database.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { findGroupTitles } from '../group-tests/group-tests.service.ts';
import { findTaskNumbers } from '../orders/orders.service.ts';
import { findWatcherAddresses } from '../watches/watches.service.ts';
import { type NamedMail, presentUnsent } from './mails.presenter.ts';
import type { MailsContext } from './mails.service.ts';
import { countUnsent, listUnsent, type UnsentRow } from './mails.store.ts';

/** A page of unsent mails; the mail that waits longest is first. */
export async function listUnsentMails(
  ctx: MailsContext,
  { state, page, limit }: MailsQuery,
): Promise<UnsentMailPage> {
  const { orm } = ctx.platform.db;
  const now = ctx.platform.clock.now();
  const [rows, counts] = await Promise.all([
    listUnsent(orm, now, { state, offset: (page - 1) * limit, limit }),
    countUnsent(orm, now),
  ]);
  const total = state ? counts[state] : counts.waiting + counts.failed;
  return {
    data: (await nameUnsent(ctx, rows)).map(presentUnsent),
    pagination: { page, limit, total },
    counts,
  };
}

/** Since when the oldest unsent mail waits. Undefined if no mail waits. */
export async function oldestWaitingMail(
  { platform }: MailsContext,
  db: Queryable,
): Promise<Date | undefined> {
  const [row] = await listUnsent(db, platform.clock.now(), { state: 'waiting', offset: 0, limit: 1 });
  return row && new Date(row.asked_at_ms);
}

/** Adds to mails the current names and addresses. */
export async function nameUnsent(
  { platform, accounts, groups, orders, watches }: MailsContext,
  rows: UnsentRow[],
): Promise<NamedMail[]> {
  const { orm } = platform.db;
  const [people, watchers, tasks, titles] = await Promise.all([
    findPeople(
      accounts,
      rows.flatMap((row) => row.user_id ?? []),
    ),
    findWatcherAddresses(
      watches,
      rows.flatMap((row) => row.watcher_id ?? []),
    ),
    findTaskNumbers(
      orders,
      orm,
      rows.flatMap((row) => row.request_id ?? []),
    ),
    findGroupTitles(
      groups,
      rows.flatMap((row) => row.group_id ?? []),
    ),
  ]);
  return rows.map((row) => ({
    row,
    email: people.get(row.user_id ?? '')?.email || undefined,
    watcherAddress: watchers.get(row.watcher_id ?? ''),
    taskNumber: tasks.get(row.request_id ?? ''),
    groupTitle: titles.get(row.group_id ?? ''),
  }));
}
