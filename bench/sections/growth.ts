import { type BenchDatabase, type Databases, withApp } from '../databases.ts';
import { type Load, median } from '../measure.ts';
import { makePeople, PASSWORD } from '../people.ts';
import { residentMegabytes, type Started, stopProgram } from '../processes.ts';
import { type Finding, milliseconds, perSecond, ratio } from '../report.ts';
import { startServer } from '../servers.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const MOST_TIMES = 2;
const ROUNDS = 7;
const ROUND_SECONDS = 0.5;
/** How many reads of one client the server runs at the same time. */
const CONNECTIONS = 8;
const OWN_TESTS = 20;

export const title = `From ${FEW.toLocaleString('en')} tests to ${MANY.toLocaleString('en')}`;

/** What one client asks, with the words of the report. No answer comes from the cache. */
const QUESTIONS: [what: string, path: string][] = [
  ['list', '/api/tests'],
  ['list, page 1,000', '/api/tests?page=1000'],
  ['search for a frequent compound', '/api/tests?search=semaglutide'],
  ['search for the start of a batch', '/api/tests?search=b26'],
  ['search for a task number', '/api/tests?search=9876'],
  ['search without a match', '/api/tests?search=unheard%20of'],
  ['list of a maker', '/api/tests?maker=maker-h7'],
  ['list of failed tests', '/api/tests?verdict=fail'],
  ['list of a compound by purity', '/api/tests?compound=semaglutide&sort=purity'],
  ['turnaround', '/api/turnaround'],
  ['a test', '/api/tests/{id}'],
  ['page of a search without a match', '/tests?search=unheard%20{turn}'],
  ['own tests', '/api/me/tests'],
];
/** What several clients ask, as often as one process answers. */
const FLOODS: [what: string, path: string][] = [
  ['lists', '/api/tests'],
  ['searches', '/api/tests?search=semaglutide'],
];

/** A server with its database, and what a client needs to ask it. */
type Site = { server: Started; id: string; token: string; storedMegabytes: number };
/** The medians of all rounds, and how many requests failed in them. */
type Speed = { p50: number; perSecond: number; errors: number };

/** Compares how long one client waits, and how much one process answers, with few and with many tests. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const few = await open(await databases.withTests(FEW));
  const many = await open(await databases.withTests(MANY));
  async function compare(path: string, connections: number): Promise<{ before: Speed; after: Speed }> {
    const [before, after] = await inTurn(load, [few, many], path, connections);
    if (!before || !after) throw new Error('a server was not measured');
    return { before, after };
  }
  const findings: Finding[] = [];
  for (const [what, path] of QUESTIONS) {
    const { before, after } = await compare(path, 1);
    findings.push({
      what: `${what}, p50`,
      measured: `${milliseconds(before.p50)}, ${milliseconds(after.p50)} = ${ratio(after.p50 / before.p50)}${failed(before, after)}`,
      target: `≤ ${MOST_TIMES}`,
      met: after.p50 <= MOST_TIMES * before.p50 && before.errors + after.errors === 0,
    });
  }
  for (const [what, path] of FLOODS) {
    const { before, after } = await compare(path, CONNECTIONS);
    const share = after.perSecond / before.perSecond;
    findings.push({
      what: `${what} by one process`,
      measured: `${perSecond(before.perSecond)}, ${perSecond(after.perSecond)} = ${ratio(share)}${failed(before, after)}`,
      target: `≥ ${1 / MOST_TIMES}`,
      met: share * MOST_TIMES >= 1 && before.errors + after.errors === 0,
    });
  }
  const memory = [few, many].map(({ server }) => Math.round(residentMegabytes(server)));
  const stored = [few.storedMegabytes / FEW, many.storedMegabytes / MANY].map((each) =>
    (each * 1000).toFixed(1),
  );
  await Promise.all([few, many].map(({ server }) => stopProgram(server)));
  return [
    ...findings,
    { what: 'memory of the server at the end', measured: `${memory.join(', ')} MB`, target: '' },
    { what: 'database for 1,000 tests, without files', measured: `${stored.join(', ')} MB`, target: '' },
  ];
}

const failed = ({ errors: before }: Speed, { errors: after }: Speed): string =>
  before + after === 0 ? '' : `, ${before} and ${after} failed`;

async function open(database: BenchDatabase): Promise<Site> {
  const [email = ''] = await makePeople(database, { count: 1, orders: OWN_TESTS });
  const facts = await factsOf(database);
  const server = await startServer(database);
  return { ...facts, server, token: await signIn(server.port, email) };
}

/** Asks the servers in turn, so that other work of the machine slows both. */
async function inTurn(load: Load, sites: Site[], path: string, connections: number): Promise<Speed[]> {
  const rounds = sites.map(({ server, id, token }) => ({
    ask: {
      port: server.port,
      path: path.replace('{id}', id),
      anew: true,
      connections,
      seconds: ROUND_SECONDS,
      ...(path.startsWith('/api/me/') && { token }),
    },
    p50: [] as number[],
    perSecond: [] as number[],
    errors: [] as number[],
  }));
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { ask, ...times } of rounds) {
      const { requests, seconds, p50, errors } = await load(ask);
      if (round === 0) continue;
      times.errors.push(errors);
      times.p50.push(p50);
      times.perSecond.push(requests / seconds);
    }
  }
  return rounds.map((each) => ({
    p50: median(each.p50),
    perSecond: median(each.perSecond),
    errors: each.errors.reduce((sum, count) => sum + count, 0),
  }));
}

/** The id of a public test, and the size of the database. */
function factsOf(database: BenchDatabase): Promise<Pick<Site, 'id' | 'storedMegabytes'>> {
  return withApp(database, async ({ platform }) => {
    const { rows } = await platform.bulkDb.pool.query<{ id: string; bytes: number }>(
      `SELECT request_id AS id, pg_database_size(current_database())::float8 AS bytes FROM public_test LIMIT 1`,
    );
    const [facts] = rows;
    if (!facts) throw new Error('the database has no public test');
    return { id: facts.id, storedMegabytes: facts.bytes / 1_000_000 };
  });
}

async function signIn(port: number, email: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`the sign-in answered ${answer.status}`);
  const { session } = (await answer.json()) as { session: { access_token: string } };
  return session.access_token;
}
