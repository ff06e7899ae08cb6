import { type BenchDatabase, type Databases, withApp } from '../databases.ts';
import type { FloodAnswer, FloodAsk } from '../hostile-load.ts';
import { makePeople, PASSWORD } from '../people.ts';
import { startLoad, stopProgram } from '../processes.ts';
import { type Finding, milliseconds } from '../report.ts';
import { startServer } from '../servers.ts';

const TESTS = 10_000;
const DOSSIERS = 200;
const ACCOUNTS = 20;
const OWN = 20;
/** The sizes of the flood: parallel reads and pages, and client addresses. With the target for other visitors. */
const CASES = [
  { connections: 120, clients: 1, p95: 500 },
  { connections: 400, clients: 1, p95: 500 },
  { connections: 120, clients: 20, p95: 1_000 },
  { connections: 400, clients: 20, p95: 1_000 },
];
const WARM_SECONDS = 2;
const SECONDS = 12;
/** The number of normal visitors at one time. */
const VISITORS = 10;
const PAUSE_MS = 300;

export const title = 'Honest people beside a client that asks for much';

type Paper = { id: string; task: number; key: string };
type Facts = { emails: string[]; papers: Paper[]; compounds: string[]; dossiers: string[] };
type Seen = { step: string; status: number; milliseconds: number };

/** Measures how long normal visitors wait during a flood of requests that no cache answers. */
export async function run(databases: Databases): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  const facts = await factsOf(database);
  const server = await startServer(database, { TRUST_PROXY: '1' });
  const flood = startLoad<FloodAsk, FloodAnswer>('hostile-load.ts');
  const { port } = server;
  const hostile = { port, tests: facts.papers.map(({ id }) => id), dossiers: facts.dossiers };
  const quiet = await visits(port, facts, SECONDS / 2);
  const findings = describe('the server has no other visitor while the attack runs', quiet);
  for (const { connections, clients, p95 } of CASES) {
    const asked = { ...hostile, connections, clients };
    await flood({ ...asked, seconds: WARM_SECONDS });
    const flooding = flood({ ...asked, seconds: SECONDS });
    const seen = await visits(port, facts, SECONDS);
    const { statuses, seconds } = await flooding;
    const from = clients === 1 ? 'one address' : `${clients} addresses`;
    findings.push(...describe(`${connections} open from ${from}`, seen, p95), {
      what: `  these were answered in ${seconds.toFixed(0)} s`,
      measured: inWords(statuses),
      target: '',
    });
  }
  await stopProgram(server);
  return findings;
}

function factsOf(database: BenchDatabase): Promise<Facts> {
  return makePeople(database, { count: ACCOUNTS, orders: OWN }).then((emails) =>
    withApp(database, async ({ platform }) => {
      const { pool } = platform.bulkDb;
      const papers = await pool.query<Paper>(
        `SELECT id, task_number AS task, unique_key AS key FROM test_request WHERE visibility = 'public'`,
      );
      const compounds = await pool.query<{ path: string }>(
        `SELECT '/compounds/' || slug AS path FROM compound_spelling WHERE folded IN (SELECT compound_id FROM counted_test)`,
      );
      const batches = await pool.query<{ path: string }>(
        `SELECT '/batches/' || w.slug || '/' || s.slug AS path
         FROM record_alias s JOIN record_alias w ON w.record_id = s.maker_id WHERE s.kind = 'batch' LIMIT $1`,
        [DOSSIERS],
      );
      const paths = compounds.rows.map(({ path }) => path);
      return {
        emails,
        papers: papers.rows,
        compounds: paths,
        dossiers: [...paths, ...batches.rows.map(({ path }) => path)],
      };
    }),
  );
}

/** Sends normal visitors one after another, each from another address, with `VISITORS` at one time. */
async function visits(port: number, facts: Facts, seconds: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  const end = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      while (performance.now() < end) {
        count += 1;
        await visit(port, facts, count, seen);
      }
    }),
  );
  return seen;
}

/**
 * One visit: signs in, verifies a paper, and reads the list, the page of a maker, the page of a test and the user's own
 * tests.
 */
async function visit(port: number, facts: Facts, turn: number, seen: Seen[]): Promise<void> {
  const headers: Record<string, string> = { 'x-forwarded-for': `203.0.${turn >> 8}.${turn & 255}` };
  const one = <T>(of: T[]): T => of[(turn * 31) % of.length] as T;
  const { id, task, key } = one(facts.papers);
  async function ask(step: string, path: string, init: RequestInit = {}): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * Math.random() * 2));
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    const text = await answer.text();
    seen.push({ step, status: answer.status, milliseconds: performance.now() - started });
    return answer.ok ? text : '';
  }
  const signedIn = await ask('sign-in', '/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: one(facts.emails), password: PASSWORD }),
  });
  await ask('verification', `/api/tests/verify?taskNumber=${task}&uniqueKey=${key}`);
  await ask('list', `/tests?page=${1 + (turn % 100)}`);
  await ask('dossier', one(facts.compounds));
  await ask('test', `/tests/${id}`);
  if (signedIn === '') return;
  headers.authorization = `Bearer ${JSON.parse(signedIn).session.access_token}`;
  await ask('own tests', '/api/me/tests');
}

function describe(beside: string, seen: Seen[], limit?: number): Finding[] {
  const statuses: Record<string, number> = {};
  for (const { status } of seen) statuses[status] = (statuses[status] ?? 0) + 1;
  const { p50, p95 } = quantiles(seen);
  const isWell = seen.every(({ status }) => status === 200);
  const steps = [...Map.groupBy(seen, ({ step }) => step)];
  return [
    {
      what: `beside ${beside}`,
      measured: inWords(statuses),
      target: limit === undefined ? '' : 'each 200',
      ...(limit !== undefined && { met: isWell }),
    },
    {
      what: '  honest people waited',
      measured: `p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`,
      target: limit === undefined ? '' : `p95 < ${limit} ms`,
      ...(limit !== undefined && { met: p95 < limit }),
    },
    {
      what: '  of that each kind, p95',
      measured: steps.map(([step, all]) => `${step} ${milliseconds(quantiles(all).p95)}`).join(', '),
      target: '',
    },
  ];
}

function quantiles(seen: Seen[]): { p50: number; p95: number } {
  const sorted = seen.map((each) => each.milliseconds).sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

const inWords = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${status === '0' ? 'cut off' : status}: ${count.toLocaleString('en')}`)
    .join(', ');
