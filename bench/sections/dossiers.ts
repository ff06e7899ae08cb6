import { COMPOUND_NAMES } from '../../server/database/seed/compound-names.ts';
import { type BenchDatabase, type Databases, withApp } from '../databases.ts';
import type { Load } from '../measure.ts';
import { nameTests } from '../named-tests.ts';
import { stopProgram } from '../processes.ts';
import { type Finding, milliseconds } from '../report.ts';
import { startServer } from '../servers.ts';
import { uncached } from './addresses.ts';

const TESTS = 200_000;
const P99_MS = 50;
const WARM_SECONDS = 2;
const SECONDS = 5;

export const title = `Dossiers of ${TESTS.toLocaleString('en')} tests`;

/** Names and counts everything; answers addresses of the largest maker, the largest compound and a batch. */
async function count(database: BenchDatabase): Promise<string[]> {
  return withApp(database, async ({ platform, makers, dossiers }) => {
    const { pool } = platform.bulkDb;
    await makers.addMissing(COMPOUND_NAMES);
    await nameTests(pool);
    const started = performance.now();
    const tests = await dossiers.rebuild();
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`  counted ${tests.toLocaleString('en')} tests in ${seconds} s\n`);
    await pool.query('VACUUM (ANALYZE) dossier_test, dossier_value, dossier_count, dossier_figure');
    const { rows } = await pool.query<{ path: string }>(`
      SELECT '/makers/' || slug AS path FROM maker_spelling WHERE maker_id::text = (
        SELECT maker_id FROM dossier_test GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
      UNION ALL SELECT '/compounds/' || slug FROM compound_spelling WHERE folded = (
        SELECT compound_id FROM dossier_test GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
      UNION ALL SELECT '/batches/' || w.slug || '/' || s.slug
        FROM batch_spelling s JOIN maker_spelling w ON w.maker_id = s.maker_id WHERE s.batch_id::text = (
          SELECT batch_id FROM dossier_test GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)`);
    return rows.map(({ path }) => path);
  });
}

/** How long dossiers take that are made anew for one client, at a number at which each reads a share of everything. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const database = await databases.withTests(TESTS, { withResults: true });
  const paths = await count(database);
  const server = await startServer(database);
  const findings: Finding[] = [];
  for (const path of paths.map((each) => uncached(`/api/dossiers${each}`))) {
    const subject = { port: server.port, path, connections: 1 };
    await load({ ...subject, seconds: WARM_SECONDS });
    const { p50, p99, errors, requests } = await load({ ...subject, seconds: SECONDS });
    if (errors > 0) throw new Error(`${errors} of ${requests} requests for ${path} failed`);
    findings.push({
      what: `GET ${path}`,
      measured: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
      target: `p99 ≤ ${P99_MS} ms`,
      met: p99 <= P99_MS,
    });
  }
  await stopProgram(server);
  return findings;
}
