import type pg from 'pg';
import type { PublicationsContext } from '../publications.context.ts';
import { requestIdsAfter, requestIdsOfSku, unprojectedRequestIds } from '../sources.store.ts';
import { projectTests } from './project-tests.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 100;
/** The job that makes the rows of a SKU anew, whose name or description changed. */
export const PROJECT_SKU = 'publications.project-sku';
/** The job that makes the rows that a database has none of: after it was taken over from an older version. */
export const PROJECT_MISSING = 'publications.project-missing';

/** Makes all public rows anew. Answers of how many requests. */
export const projectAll = (ctx: PublicationsContext): Promise<number> => projectEach(ctx, requestIdsAfter);

/** Makes the public rows of a SKU anew. */
export const projectSku = (ctx: PublicationsContext, skuId: string): Promise<number> =>
  projectEach(ctx, (pool, after, most) => requestIdsOfSku(pool, skuId, after, most));

/** Makes the public rows of requests that have none and want some. */
export const projectMissing = (ctx: PublicationsContext): Promise<number> =>
  projectEach(ctx, unprojectedRequestIds);

/** Some hundred at a time, each time in a transaction. */
async function projectEach(
  ctx: PublicationsContext,
  next: (pool: pg.Pool, after: string, most: number) => Promise<string[]>,
): Promise<number> {
  const { bulkDb } = ctx.platform;
  let all = 0;
  let ids = await next(bulkDb.pool, FIRST_ID, AT_ONCE);
  while (ids.length > 0) {
    const some = ids;
    await bulkDb.transaction((tx) => projectTests(ctx, tx, some));
    all += ids.length;
    ids = await next(bulkDb.pool, ids.at(-1) ?? FIRST_ID, AT_ONCE);
  }
  return all;
}

/** Asks for the rows that are missing; at each start. */
export async function projectMissingSoon({ platform: { db, jobs } }: PublicationsContext): Promise<void> {
  await jobs.send(db.orm, PROJECT_MISSING, {}, { singletonKey: PROJECT_MISSING });
}
