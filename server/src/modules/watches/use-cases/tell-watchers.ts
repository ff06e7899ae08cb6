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

/** Hands out the mails about a withdrawal. */
export const tellRetractionJob = defineJob('watches.tell-retraction', z.object({ requestId: z.string() }), {
  expireInSeconds: 600,
});

/** Notes in the transaction of a publication or a withdrawal what those who watch the test are to be told. */
export async function tellWatchers(
  { platform, orders, makers }: WatchesContext,
  tx: Tx,
  { requestId, event }: OrderEvent,
): Promise<void> {
  const what = event && NOTICE_OF_EVENT[event];
  if (!what || !isTold(what, await selectOrder(orders, requestId, tx))) return;
  const subject = await namedSubjectOf(makers, tx, requestId);
  // What a watch was made for may have been merged into what the test is of, and a compound is found by each of its spellings.
  const ids = await listIdsOfSubject(makers, tx, subject);
  const watched = [
    { kind: 'task' as const, subject: requestId },
    ...ids.map(({ kind, id }) => ({ kind, subject: id })),
  ];
  await insertNotices(tx, { requestId, what, at: platform.clock.now(), watched });
  if (what === 'retracted') await platform.jobs.send(tx, tellRetractionJob, { requestId });
}

/** Enqueues the mails about a withdrawal, one for each address; one that was sent already has nothing left to say. */
export async function tellRetraction(
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
