import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { mailTimes } from '../../../platform/mail/mail-jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { listIdsOfSubject, namedSubjectOf } from '../../makers/makers.service.ts';
import { type OrderEvent, selectOrder } from '../../orders/orders.service.ts';
import { insertNotices, listToldOf } from '../notices.store.ts';
import { isTold, NOTICE_OF_EVENT } from '../watches.rules.ts';
import type { WatchesContext } from '../watches.service.ts';
import { watchMailJob } from './send-watch-mail.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 1_000;

/** Sends the mails about a withdrawn result. */
export const notifyRetractionJob = defineJob('watches.tell-retraction', z.object({ requestId: z.string() }), {
  expireInSeconds: 600,
});

/** Writes notices for everybody who watches a test, when it is published or withdrawn. */
export async function notifyWatchers(
  { platform, orders, makers }: WatchesContext,
  tx: Tx,
  { requestId, event }: OrderEvent,
): Promise<void> {
  const what = event && NOTICE_OF_EVENT[event];
  if (!what || !isTold(what, await selectOrder(orders, requestId, tx))) return;
  const subject = await namedSubjectOf(makers, tx, requestId);
  // The watched record may have been merged, and a compound has several spellings.
  const ids = await listIdsOfSubject(makers, tx, subject);
  const watched = [
    { kind: 'task' as const, subject: requestId },
    ...ids.map(({ kind, id }) => ({ kind, subject: id })),
  ];
  await insertNotices(tx, { requestId, what, at: platform.clock.now(), watched });
  if (what === 'retracted') await platform.jobs.send(tx, notifyRetractionJob, { requestId });
}

/** Queues the mails about a withdrawn result, one for each address. */
export async function notifyRetraction(
  { platform }: WatchesContext,
  { requestId }: { requestId: string },
): Promise<void> {
  const { db, jobs } = platform;
  const times = mailTimes(platform);
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const ids: string[] = await listToldOf(db.orm, requestId, after, AT_ONCE);
    const mails = ids.map((watcherId) => ({
      kind: 'watch_retraction' as const,
      watcherId,
      requestId,
      ...times,
    }));
    await jobs.sendMany(db.orm, watchMailJob, mails);
    after = ids.at(-1);
  }
}
