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

/** One test of the list, with the ids of its compound, maker and batch. Only the public data of a private test. */
export const publicRow = ({ platform }: PublicationsContext, requestId: string) =>
  findRow(platform.db.orm, requestId);

/** Tests in the API's form, with the current names of compounds and makers. */
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

/** Those of the given requests that are public; the newest publication comes first. */
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

/** Those of the given requests that are public and have a published result, by id. */
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

/** How many public tests have a published result; the count stops at `limit`. */
export const countPublished = (_ctx: PublicationsContext, limit: number, db: Queryable): Promise<number> =>
  countPublishedUpTo(db, limit);

/** The id of the public test with this task number. */
export const publicTask = (_ctx: PublicationsContext, taskNumber: number, db: Queryable) =>
  findPublicTask(db, taskNumber);

/** The blocks of task numbers that contain published results, and the time of the newest result in each block. */
export const publishedBlocks = ({ platform }: PublicationsContext) => readBlocks(platform.db.orm);

/** The published results of one block, by task number. Without `block` the published results of all blocks. */
export const publishedIn = ({ platform }: PublicationsContext, block?: number) =>
  listPublishedIn(platform.db.orm, block);

/** How many samples were received since `since`, public and private, counted by SKU and days. */
export const samplesSince = ({ platform }: PublicationsContext, since: Date, demoEnd: Date | null) =>
  countSamples(platform.db.orm, since, demoEnd);

/** How many promises ended before `today` ('YYYY-MM-DD') for samples received since `since`, and how many of them were kept. */
export const promisesSince = (
  { platform }: PublicationsContext,
  asked: { since: Date; today: string; demoEnd: Date | null },
) => countPromises(platform.db.orm, asked);
