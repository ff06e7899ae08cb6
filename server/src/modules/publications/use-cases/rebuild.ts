import type pg from 'pg';
import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { markAll } from '../answers.store.ts';
import type { PublicationsContext } from '../publications.service.ts';
import { requestIdsAfter, requestIdsOfSku, unprojectedRequestIds } from '../sources.store.ts';
import { countAnswersJob } from './count-answers.ts';
import { projectTests } from './project-tests.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** A transaction changes only this many orders, because publications must wait for its end. */
const AT_ONCE = 20;
/** Writes the public rows of a product again when its texts have changed. */
export const projectSkuJob = defineJob('publications.project-sku', z.object({ skuId: z.string() }), {
  expireInSeconds: 3_600,
});

/** How many requests were written again, and the ids of those that failed. */
export type Projected = { made: number; failed: string[] };

/** Writes all public rows again, deletes wrong ones, and marks all stored answers. */
export async function projectAll(ctx: PublicationsContext): Promise<Projected> {
  const done = await projectEach(ctx, requestIdsAfter);
  const { bulkDb, jobs } = ctx.platform;
  await markAll(bulkDb.orm);
  await jobs.send(bulkDb.orm, countAnswersJob, {});
  return done;
}

/** Writes the public rows of one test of the price list again. */
export const projectSku = (ctx: PublicationsContext, skuId: string): Promise<Projected> =>
  projectEach(ctx, (pool, after, most) => requestIdsOfSku(pool, skuId, after, most));

/** Writes public rows that are missing, and draws old drawings again. Needed after an update from an old version. */
export async function projectMissing(ctx: PublicationsContext): Promise<void> {
  const { log } = ctx.platform;
  const { made } = await projectEach(ctx, unprojectedRequestIds);
  if (made > 0) log.info({ count: made }, 'public rows made that were missing or of a former drawing');
}

/** Writes public rows in groups. A request that fails does not stop others. */
async function projectEach(
  ctx: PublicationsContext,
  next: (pool: pg.Pool, after: string, most: number) => Promise<string[]>,
): Promise<Projected> {
  const { bulkDb, log } = ctx.platform;
  const project = (ids: string[]) => bulkDb.transaction((tx) => projectTests(ctx, tx, ids));
  const failed: string[] = [];
  let all = 0;
  let ids = await next(bulkDb.pool, FIRST_ID, AT_ONCE);
  while (ids.length > 0) {
    all += ids.length;
    await project(ids).catch(async () => {
      for (const id of ids) {
        await project([id]).catch((error: unknown) => {
          failed.push(id);
          log.error({ err: error, requestId: id }, 'the public rows of a request could not be made');
        });
      }
    });
    ids = await next(bulkDb.pool, ids.at(-1) ?? FIRST_ID, AT_ONCE);
  }
  return { made: all - failed.length, failed };
}
