import type { DossiersContext } from '../dossiers.context.ts';
import { listUncounted } from '../dossiers.store.ts';
import { recount } from './count-tests.ts';

/** The job that counts what nobody counted. */
export const CATCH_UP = 'dossiers.catch-up';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 100;

/**
 * Counts the tests that changed while nobody counted: before there were dossiers, or under a process of the release before.
 * Answers how many.
 */
export async function catchUp(ctx: DossiersContext): Promise<number> {
  const { bulkDb } = ctx.platform;
  let all = 0;
  let after = FIRST_ID;
  for (;;) {
    const ids = await listUncounted(bulkDb.pool, after, AT_ONCE);
    if (ids.length > 0) await bulkDb.transaction((tx) => recount(ctx, tx, ids));
    all += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < AT_ONCE) return all;
  }
}

export async function catchUpSoon({ platform: { db, jobs } }: DossiersContext): Promise<void> {
  await jobs.send(db.orm, CATCH_UP, {}, { singletonKey: CATCH_UP });
}
