import { type BenchDatabase, type Databases, withApp } from '../databases.ts';
import type { Load } from '../measure.ts';
import { stopProgram } from '../processes.ts';
import { type Finding, milliseconds } from '../report.ts';
import { startServer } from '../servers.ts';

const TESTS = 100_000;
const SECONDS = 3;
const DEEP = '/api/tests?page=5000';
/**
 * The search words: a frequent compound, a rare maker, the start of a batch, a task number, digits, and a word without
 * a match.
 */
const SEARCHES = ['semaglutide', 'maker h7', 'b26', '19876', '987', 'unheard of'].map(
  (term) => `/api/tests?search=${encodeURIComponent(term)}`,
);
/** The lists that are measured: with filters, other orders, a search, and a typing error. */
const NARROWED = [
  '/api/tests?compound=semaglutide&verdict=fail&sort=purity',
  '/api/tests?search=semaglutide&maker=maker-h7&sort=deviation',
  '/api/tests?search=semaglutde&year=2026',
];
/** The longest time that one client may wait, in milliseconds. */
type Most = { p50: number; p99: number };
const PAGE: Most = { p50: 5, p99: 30 };
const SEARCH: Most = { p50: 30, p99: 120 };
const DOSSIER: Most = { p50: 10, p99: 60 };

export const title = `The public list and dossiers of ${TESTS.toLocaleString('en')} tests`;

/**
 * Measures how long one client waits for the list, for searches and filters, and for the pages with the most tests. No
 * answer comes from the cache.
 */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  const dossiers = await largestDossiers(database);
  const server = await startServer(database);
  const findings: Finding[] = [];
  for (const { paths, most } of [
    { paths: ['/api/tests'], most: PAGE },
    { paths: [DEEP, ...SEARCHES, ...NARROWED], most: SEARCH },
    { paths: dossiers.flatMap((path) => [path, `${path}?analyte=purity&min=98`]), most: DOSSIER },
  ]) {
    for (const path of paths) {
      const ask = { port: server.port, path, anew: true, connections: 1 };
      await load({ ...ask, seconds: 1 });
      const { p50, p99, errors } = await load({ ...ask, seconds: SECONDS });
      if (errors > 0) throw new Error(`${errors} requests for ${path} failed`);
      findings.push({
        what: `GET ${decodeURIComponent(path)}`,
        measured: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
        target: `≤ ${most.p50}, ${most.p99} ms`,
        met: p50 <= most.p50 && p99 <= most.p99,
      });
    }
  }
  await stopProgram(server);
  return findings;
}

/** The pages of the compound, the maker and the batch with the most tests. */
function largestDossiers(database: BenchDatabase): Promise<string[]> {
  const most = (column: string) =>
    `(SELECT ${column} FROM counted_test WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`;
  return withApp(database, async ({ platform }) => {
    const { rows } = await platform.bulkDb.pool.query<{ path: string }>(`
      SELECT '/api/dossiers/compounds/' || slug AS path FROM compound_spelling WHERE folded = ${most('compound_id')}
      UNION ALL SELECT '/api/dossiers/makers/' || slug FROM record_alias WHERE record_id = ${most('maker_id')}
      UNION ALL SELECT '/api/dossiers/batches/' || w.slug || '/' || s.slug
        FROM record_alias s JOIN record_alias w ON w.record_id = s.maker_id WHERE s.record_id = ${most('batch_id')}`);
    return rows.map(({ path }) => path);
  });
}
