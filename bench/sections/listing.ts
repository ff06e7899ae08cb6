import { beside } from '../bare-query.ts';
import type { Databases } from '../databases.ts';
import { DEEP, FIRST, NARROWED, SEARCHES, search } from '../lists.ts';
import type { Finding } from '../report.ts';

const TESTS = 100_000;
const PAGE_MS = { p50: 5, p99: 30 };
const SEARCH_MS = { p50: 30, p99: 120 };

export const title = `The public list with ${TESTS.toLocaleString('en')} tests`;

/** The first page, searches and filters with their facets, compared with the bare query. */
export async function run(databases: Databases): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  return beside(database, [
    { path: FIRST, ...PAGE_MS },
    ...[DEEP, ...SEARCHES.map(search), ...NARROWED].map((path) => ({ path, ...SEARCH_MS })),
  ]);
}
