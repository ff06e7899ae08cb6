import { type BenchDatabase, type Databases, withApp } from '../databases.ts';
import { DEEP, FIRST, largestDossiers, NARROWED, SEARCHES, search } from '../lists.ts';
import type { Load } from '../measure.ts';
import { residentMegabytes, stopProgram } from '../processes.ts';
import { type Finding, milliseconds } from '../report.ts';
import { startServer } from '../servers.ts';

const TESTS = 1_000_000;
const MEMORY_MB = 700;
const SECONDS = 5;
const CONNECTIONS = 4;

export const title = 'A million tests';

/** Lists, searches and dossiers are answered from stored counts of the whole list; and the server's memory. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  const dossiers = await largestDossiers(database);
  const findings = [await storedFinding(database)];
  const server = await startServer(database);
  for (const path of [FIRST, DEEP, ...SEARCHES.map(search), ...NARROWED, ...dossiers]) {
    const ask = { port: server.port, path, anew: true, seconds: SECONDS, connections: CONNECTIONS };
    const { requests, errors, p50, p99 } = await load(ask);
    findings.push({
      what: `GET ${decodeURIComponent(path)}`,
      measured: `${requests} answered, ${errors} failed, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
      target: 'none fails',
      met: errors === 0,
    });
  }
  const memory = residentMegabytes(server);
  await stopProgram(server);
  findings.push({
    what: 'memory of the server at the end',
    measured: `${Math.round(memory)} MB`,
    target: `≤ ${MEMORY_MB} MB`,
    met: memory <= MEMORY_MB,
  });
  return findings;
}

/** No reader ever waits for counts of the whole list or of the largest dossiers. */
async function storedFinding(database: BenchDatabase): Promise<Finding> {
  const kinds = await withApp(database, async ({ platform }) => {
    const { rows } = await platform.bulkDb.pool.query<{ kind: string; n: number }>(
      'SELECT kind, count(*)::int AS n FROM public_answer GROUP BY kind ORDER BY kind',
    );
    return rows.map(({ kind, n }) => `${kind} ${n}`);
  });
  const isStored = ['compound', 'list', 'maker'].every((kind) => kinds.some((each) => each.startsWith(kind)));
  return {
    what: 'stored answers',
    measured: kinds.join(', '),
    target: 'list, makers, compounds',
    met: isStored,
  };
}
