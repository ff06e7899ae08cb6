import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { Queryable, Tx } from '../../../platform/postgres/database.ts';
import { type AnswerOf, listMarked, lockAnswer, marksOf, storeAnswer } from '../answers.store.ts';
import { countDossier } from '../dossiers.queries.ts';
import { hasCounted } from '../dossiers.store.ts';
import { countList } from '../list.store.ts';
import type { PublicationsContext } from '../publications.service.ts';
import { LEAST_DOSSIER } from '../rules/marks.ts';
import { wholeListOf } from '../rules/whole-lists.ts';

/** Counts marked answers again. */
export const countAnswersJob = defineJob('publications.count-answers', z.object({}), {
  expireInSeconds: 900,
});

/** A list with fewer tests is counted on request, because this takes a few milliseconds. */
const LEAST_LIST = 5_000;
const AT_ONCE = 50;

/** Counts the marked answers again, each in its own transaction, until no answer is marked. */
export async function countAnswers(ctx: PublicationsContext): Promise<void> {
  const { bulkDb, publicCache } = ctx.platform;
  for (;;) {
    const marked = await listMarked(bulkDb.orm, AT_ONCE);
    if (marked.length === 0) return;
    let isAnyStored = false;
    for (const of of marked) {
      const isStored = await bulkDb.transaction((tx) => countOne(ctx, tx, of));
      isAnyStored ||= isStored;
    }
    if (isAnyStored) await bulkDb.transaction(publicCache.outdate);
  }
}

/** Counts one answer again. Returns whether the answer is large enough to be stored. */
async function countOne({ platform }: PublicationsContext, tx: Tx, of: AnswerOf): Promise<boolean> {
  // While this lock is held, no other transaction stores an older count.
  await lockAnswer(tx, of);
  // The marks are read before the count. If the data change meanwhile, the new mark stays and the answer is counted
  // again.
  const marks = await marksOf(tx, of);
  const body = await countAnswer(tx, of);
  await storeAnswer(tx, of, { body, marks, at: platform.clock.now() });
  return body !== undefined;
}

/** Counts an answer; undefined if the answer can be counted fast enough on request. */
async function countAnswer(db: Queryable, { kind, id }: AnswerOf): Promise<object | undefined> {
  if (kind !== 'list') {
    const isLarge = await hasCounted(db, { kind, id }, LEAST_DOSSIER);
    return isLarge ? countDossier(db, { kind, id }) : undefined;
  }
  const counts = await countList(db, wholeListOf(id));
  return counts.total >= LEAST_LIST ? counts : undefined;
}
