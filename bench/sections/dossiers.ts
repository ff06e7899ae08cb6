import { isRefusal } from '../../server/src/platform/refusal.ts';
import { type BenchDatabase, type Databases, withApp } from '../databases.ts';
import type { Load } from '../measure.ts';
import { countDossiers } from '../named-tests.ts';
import { stopProgram } from '../processes.ts';
import { type Finding, milliseconds } from '../report.ts';
import { startServer } from '../servers.ts';

const TESTS = 200_000;
const P99_MS = 50;
const WARM_ROUNDS = 20;
const ROUNDS = 200;
const WARM_SECONDS = 2;
const SECONDS = 3;

export const title = `Dossiers of ${TESTS.toLocaleString('en')} tests`;

type Asked = { kind: 'compound' | 'maker'; slug: string } | { kind: 'batch'; maker: string; code: string };

/** How long dossiers take at a number at which each reads a share of everything: after a change, and with a reader's own limit. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const database = await databases.withTests(TESTS, { withResults: true });
  await countDossiers(database);
  const asked = await largest(database);
  const findings = await readAnew(database, asked);
  const server = await startServer(database);
  for (const path of asked.map(addressOf)) {
    const subject = { port: server.port, path, anew: true, connections: 1 };
    await load({ ...subject, seconds: WARM_SECONDS });
    const { p50, p99, errors, requests } = await load({ ...subject, seconds: SECONDS });
    if (errors > 0) throw new Error(`${errors} of ${requests} requests for ${path} failed`);
    findings.push(finding(`GET ${path}, answered anew`, { p50, p99 }));
  }
  await stopProgram(server);
  return findings;
}

const addressOf = (of: Asked) =>
  `/api/dossiers/${of.kind === 'batch' ? `batches/${of.maker}/${of.code}` : `${of.kind}s/${of.slug}`}?min=98`;

const finding = (what: string, { p50, p99 }: { p50: number; p99: number }): Finding => ({
  what,
  measured: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
  target: `p99 ≤ ${P99_MS} ms`,
  met: p99 <= P99_MS,
});

/** The compound, the maker and the batch with the most tests. */
function largest(database: BenchDatabase): Promise<Asked[]> {
  return withApp(database, async ({ platform }) => {
    const { rows } = await platform.bulkDb.pool.query<{ asked: Asked }>(`
      SELECT json_build_object('kind', 'compound', 'slug', slug) AS asked FROM compound_spelling WHERE folded = (
        SELECT compound_id FROM dossier_test GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
      UNION ALL SELECT json_build_object('kind', 'maker', 'slug', slug) FROM maker_spelling WHERE maker_id::text = (
        SELECT maker_id FROM dossier_test GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
      UNION ALL SELECT json_build_object('kind', 'batch', 'maker', w.slug, 'code', s.slug)
        FROM batch_spelling s JOIN maker_spelling w ON w.maker_id = s.maker_id WHERE s.batch_id::text = (
          SELECT batch_id FROM dossier_test GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)`);
    return rows.map((row) => row.asked);
  });
}

/** In this process, forgetting each time what is kept for everybody, as after a publication. */
function readAnew(database: BenchDatabase, asked: Asked[]): Promise<Finding[]> {
  return withApp(database, async ({ platform, dossiers }) => {
    const findings: Finding[] = [];
    for (const of of asked) {
      const took: number[] = [];
      for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
        await platform.db.transaction((tx) => platform.publicCache.outdate(tx));
        const started = performance.now();
        const dossier = await dossiers.select(of, {});
        if (isRefusal(dossier)) throw new Error(`there is no dossier of ${JSON.stringify(of)}`);
        if (round >= 0) took.push(performance.now() - started);
      }
      took.sort((a, b) => a - b);
      const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
      findings.push(finding(`the largest ${of.kind}, read after a change`, { p50: at(0.5), p99: at(0.99) }));
    }
    return findings;
  });
}
