import type { ListedTest } from '@vialproof/contract/tests';
import type { Queryable } from '../../platform/postgres/database.ts';
import { namesOf } from '../makers/makers.service.ts';
import type { ListedRow } from './list.store.ts';
import { presentNamed } from './publications.presenter.ts';
import type { PublicationsContext } from './publications.service.ts';
import {
  countPromises,
  countPublishedUpTo,
  countSamples,
  findNewestTraced,
  findPublicTask,
  findRow,
  listPublic,
  listPublishedIn,
  newestIds,
  readBlocks,
} from './tests.store.ts';

/** One test of the list with ids of its names; of a private one only public data. */
export const publicRow = ({ platform }: PublicationsContext, requestId: string) =>
  findRow(platform.db.orm, requestId);

/** Tests in the API's form, with the present names. */
export async function namedTests(
  { makers }: PublicationsContext,
  rows: ListedRow[],
  db: Queryable,
): Promise<ListedTest[]> {
  const distinct = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const compoundIds = distinct(rows.map(({ compound_id }) => compound_id));
  const makerIds = distinct(rows.map(({ maker_id }) => maker_id));
  const names = await namesOf(makers, { compounds: compoundIds, makers: makerIds, batches: [] }, db);
  return rows.map((row) => presentNamed(row, names));
}

/** Those requests that are public, the newest first. */
export const publicTests = async (
  ctx: PublicationsContext,
  requestIds: string[],
  db: Queryable,
): Promise<ListedTest[]> => namedTests(ctx, await listPublic(db, requestIds), db);

/** The newest published results, newest first. */
export async function newestTests(ctx: PublicationsContext, most: number): Promise<ListedTest[]> {
  const db = ctx.platform.db.orm;
  return publicTests(ctx, await newestIds(db, most), db);
}

/** The id of the newest public test with a chromatogram. */
export const newestTraced = ({ platform }: PublicationsContext): Promise<string | undefined> =>
  findNewestTraced(platform.db.orm);

/** Those requests that have a published result. */
export async function publishedTests(
  ctx: PublicationsContext,
  requestIds: string[],
  db: Queryable,
): Promise<Map<string, ListedTest>> {
  const tests = await publicTests(ctx, requestIds, db);
  return new Map(
    tests.filter(({ published_at }) => published_at !== null).map((test) => [test.request_id, test]),
  );
}

/** How many public tests have a result, up to `limit`. */
export const countPublished = (_ctx: PublicationsContext, limit: number, db: Queryable): Promise<number> =>
  countPublishedUpTo(db, limit);

/** The id of the public test with this task number. */
export const publicTask = (_ctx: PublicationsContext, taskNumber: number, db: Queryable) =>
  findPublicTask(db, taskNumber);

/** The blocks of task numbers that have results, with the newest time. */
export const publishedBlocks = ({ platform }: PublicationsContext) => readBlocks(platform.db.orm);

/** The published results of one block, or of all. */
export const publishedIn = ({ platform }: PublicationsContext, block?: number) =>
  listPublishedIn(platform.db.orm, block);

/** How many samples were received since `since`, by product and days. */
export const samplesSince = ({ platform }: PublicationsContext, since: Date, demoEnd: Date | null) =>
  countSamples(platform.db.orm, since, demoEnd);

/** How many promised days ended before `today`, and how many were kept. */
export const promisesSince = (
  { platform }: PublicationsContext,
  asked: { since: Date; today: string; demoEnd: Date | null },
) => countPromises(platform.db.orm, asked);
