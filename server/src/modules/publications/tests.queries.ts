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

/** One test of the list with the ids of its names. Of a private test only public data. */
export const publicRow = ({ platform }: PublicationsContext, requestId: string) =>
  findRow(platform.db.orm, requestId);

/** Tests as the API sends them. Names of compounds and makers are the present ones. */
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

/** Which of these orders are public, the newest first. */
export const publicTests = async (
  ctx: PublicationsContext,
  requestIds: string[],
  db: Queryable,
): Promise<ListedTest[]> => namedTests(ctx, await listPublic(db, requestIds), db);

/** The newest published results, newest first. */
export const newestTests = async (
  ctx: PublicationsContext,
  most: number,
  db: Queryable,
): Promise<ListedTest[]> => publicTests(ctx, await newestIds(db, most), db);

/** The id of the newest public test with a chromatogram. */
export const newestTraced = ({ platform }: PublicationsContext): Promise<string | undefined> =>
  findNewestTraced(platform.db.orm);

/** Which of these orders have a published result. */
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

/** The groups of task numbers that have results, each with its newest time. */
export const publishedBlocks = (_ctx: PublicationsContext, db: Queryable) => readBlocks(db);

/** The published results of one group of task numbers, or all. */
export const publishedIn = (_ctx: PublicationsContext, block: number | undefined, db: Queryable) =>
  listPublishedIn(db, block);

/** How many samples were received since `since`, for each product and number of days. */
export const samplesSince = (_ctx: PublicationsContext, since: Date, demoEnd: Date | null, db: Queryable) =>
  countSamples(db, since, demoEnd);

/** How many promised days ended before `today`, and how many of them were kept. */
export const promisesSince = (
  { platform }: PublicationsContext,
  asked: { since: Date; today: string; demoEnd: Date | null },
) => countPromises(platform.db.orm, asked);
