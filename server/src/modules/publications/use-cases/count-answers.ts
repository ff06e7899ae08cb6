import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { Queryable, Tx } from '../../../platform/postgres/database.ts';
import { type AnswerOf, listMarked, lockAnswer, marksOf, storeAnswer } from '../answers.store.ts';
import { countDossier } from '../dossiers.queries.ts';
import { hasCounted } from '../dossiers.store.ts';
import { countList, hasListed } from '../list.store.ts';
import type { PublicationsContext } from '../publications.service.ts';
import { LEAST_DOSSIER } from '../rules/marks.ts';
import { wholeListOf } from '../rules/whole-lists.ts';

/** Counts stored answers again that are out of date. */
export const countAnswersJob = defineJob('publications.count-answers', z.object({}), {
  expireInSeconds: 900,
});

/** A list with fewer tests is counted when a reader opens it. */
const LEAST_LIST = 5_000;
const AT_ONCE = 50;

/** Counts stored answers again that are out of date, each in its own transaction. */
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

/** Counts one answer. Returns whether it is large enough to be stored. */
async function countOne({ platform }: PublicationsContext, tx: Tx, of: AnswerOf): Promise<boolean> {
  // The lock prevents that an older count overwrites a newer one.
  await lockAnswer(tx, of);
  // The marks are read before the count. A mark that comes later stays, so that the answer is counted once more.
  const marks = await marksOf(tx, of);
  const body = await countAnswer(tx, of);
  await storeAnswer(tx, of, { body, marks, at: platform.clock.now() });
  return body !== undefined;
}

/** Counts an answer. Undefined if it is small enough to be counted for each reader. */
async function countAnswer(db: Queryable, { kind, id }: AnswerOf): Promise<object | undefined> {
  if (kind !== 'list') {
    const isLarge = await hasCounted(db, { kind, id }, LEAST_DOSSIER);
    return isLarge ? countDossier(db, { kind, id }) : undefined;
  }
  const isLarge = await hasListed(db, wholeListOf(id), LEAST_LIST);
  return isLarge ? countList(db, wholeListOf(id)) : undefined;
}
