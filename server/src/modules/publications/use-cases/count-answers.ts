import type { Tx } from '../../../platform/database.ts';
import { type AnswerOf, listMarked, marksOf, storeAnswer } from '../answers.store.ts';
import { countDossier } from '../dossiers.queries.ts';
import { hasCounted } from '../dossiers.store.ts';
import { wholeList } from '../list.queries.ts';
import { countList } from '../list.store.ts';
import type { PublicationsContext } from '../publications.context.ts';

/** The job that counts stored answers anew. */
export const COUNT_ANSWERS = 'publications.count-answers';

/** A dossier of fewer tests, and a list of fewer, is counted for its reader: that takes a few milliseconds. */
const LEAST_DOSSIER = 200;
const LEAST_LIST = 5_000;
const AT_ONCE = 50;

/** Counts what is marked, each answer in a transaction of its own, until nothing is. */
export async function countAnswers(ctx: PublicationsContext): Promise<void> {
  const { bulkDb, clock } = ctx.platform;
  for (;;) {
    const marked = await listMarked(bulkDb.orm, AT_ONCE);
    if (marked.length === 0) return;
    for (const of of marked) {
      await bulkDb.transaction(async (tx) => {
        // Read first: what is changed while this counts keeps its mark, and is counted once more.
        const marks = await marksOf(tx, of);
        const body = await countAnswer(tx, of);
        await storeAnswer(tx, of, { body, marks, at: clock.now() });
        if (body) await ctx.changed.publish(tx, { requestIds: [] });
      });
    }
  }
}

/** Undefined for what is counted fast enough when it is asked for. */
async function countAnswer(tx: Tx, { kind, id }: AnswerOf): Promise<object | undefined> {
  if (kind !== 'list') {
    const isLarge = await hasCounted(tx, { kind, id }, LEAST_DOSSIER);
    return isLarge ? countDossier(tx, { kind, id }) : undefined;
  }
  const counts = await countList(tx, wholeList);
  return counts.total >= LEAST_LIST ? counts : undefined;
}
