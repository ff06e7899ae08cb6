import type { Tx } from '../../../platform/database.ts';
import { takeTurn } from '../../../platform/late-work.ts';
import type { DossiersContext } from '../dossiers.context.ts';
import {
  addCounts,
  clearCounted,
  insertTests,
  nextTakenIn,
  nextUnits,
  readCounted,
} from '../dossiers.store.ts';
import { countsOf } from '../rules/counts.ts';
import { countedNow } from './count-tests.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 500;

/** Counts everything anew from results and requests, in one transaction. Answers how many tests are counted. */
export async function rebuildDossiers(ctx: DossiersContext): Promise<number> {
  return ctx.platform.bulkDb.transaction(async (tx) => {
    await takeTurn(tx);
    await clearCounted(tx);
    const tests = await insertAll(ctx, tx);
    await countAll(tx);
    await ctx.changed.publish(tx, { requestIds: [] });
    return tests;
  });
}

async function insertAll(ctx: DossiersContext, tx: Tx): Promise<number> {
  let all = 0;
  let after = FIRST_ID;
  for (;;) {
    const ids = await nextTakenIn(tx, after, AT_ONCE);
    const tests = await countedNow(ctx, tx, ids);
    await insertTests(tx, tests);
    all += tests.length;
    after = ids.at(-1) ?? after;
    if (ids.length < AT_ONCE) return all;
  }
}

async function countAll(tx: Tx): Promise<void> {
  let after = '';
  for (;;) {
    const units = await nextUnits(tx, after, AT_ONCE);
    await addCounts(tx, countsOf(await readCounted(tx, { requestIds: [], units })));
    after = units.at(-1) ?? after;
    if (units.length < AT_ONCE) return;
  }
}
