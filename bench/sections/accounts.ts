import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Databases } from '../databases.ts';
import { FIRST } from '../lists.ts';
import { type Load, median, type Subject, throughput } from '../measure.ts';
import { makePayments, makePeople, PASSWORD, signIn } from '../people.ts';
import { processorMilliseconds, type Started, stopProgram } from '../processes.ts';
import { type Finding, milliseconds, perSecond, ratio } from '../report.ts';
import { startServer } from '../servers.ts';

const TESTS = 1_000;
/** A number of sign-ins below the limit per client address. */
const SIGN_INS = 120;
const WARM = 10;
const ROUNDS = 7;
const LOGIN_FACTOR = 1.3;
/** Each signed-in call reads its session (docs/decisions/0035). */
const TOKEN_FACTOR = 2;
/** The orders of one user, among this number of others' orders and payments. */
const OWN = 50;
const ORDERS = 1_000_000;
const OWN_LISTS = ['/api/me/tests', '/api/me/stats', '/api/orders', '/api/me/payments'];
const OWN_LIST_MS = 5;
const OWN_LIST_SECONDS = 3;
/** The server's hash parameters. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

export const title = 'Signing in, being signed in, and lists of one’s own';

/** A user's lists among a million orders, sign-ins against bare hashes, calls with a token against calls without. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const own = await ownLists(databases, load);
  const database = await databases.withTests(TESTS);
  const [email = ''] = await makePeople(database, { count: 1, orders: OWN });
  const server = await startServer(database);
  const hash = () => derive('argon2id', { message: PASSWORD, nonce: randomBytes(16), ...COST });
  const took: Record<'login' | 'hash', number[]> = { login: [], hash: [] };
  for (let round = 0; round < SIGN_INS; round += 1) {
    for (const [name, work] of Object.entries({ login: () => signIn(server.port, email), hash })) {
      const before = performance.now();
      await work();
      if (round >= WARM) took[name as keyof typeof took].push(performance.now() - before);
    }
  }
  const [login, bare] = [median(took.login), median(took.hash)];

  const subjects = [
    { port: server.port, path: FIRST, token: await signIn(server.port, email) },
    { port: server.port, path: FIRST, anew: true },
  ];
  const [known = 0, anonymous = 0] = await throughput(load, subjects);
  const [knownTime = 0, anonymousTime = 0] = await processorTimes(server, load, subjects);
  await stopProgram(server);
  return [
    ...own,
    {
      what: 'POST /api/auth/login, p50',
      measured: `${milliseconds(login)} of one argon2id ${milliseconds(bare)} = ${ratio(login / bare)} ×`,
      target: `≤ ${LOGIN_FACTOR} ×`,
      met: login / bare <= LOGIN_FACTOR,
    },
    {
      what: `GET ${FIRST} with a token costs`,
      measured: `${perSecond(known)} against ${perSecond(anonymous)} = ${ratio(anonymous / known)} ×`,
      target: `≤ ${TOKEN_FACTOR} ×`,
      met: anonymous / known <= TOKEN_FACTOR,
    },
    {
      // Processor time varies less than throughput on a busy machine.
      what: '  the server’s processor time a call',
      measured: `${micros(knownTime)} against ${micros(anonymousTime)} = ${ratio(knownTime / anonymousTime)} ×`,
      target: '',
    },
  ];
}

/** The latency of the lists of a user with few of very many orders. */
async function ownLists(databases: Databases, load: Load): Promise<Finding[]> {
  const database = await databases.withTests(ORDERS);
  const [email = ''] = await makePeople(database, { count: 1, orders: OWN });
  await makePayments(database);
  const server = await startServer(database);
  const token = await signIn(server.port, email);
  const findings: Finding[] = [];
  for (const path of OWN_LISTS) {
    const ask = { port: server.port, path, token, connections: 1 };
    await load({ ...ask, seconds: 1 });
    const { p50, p99, errors } = await load({ ...ask, seconds: OWN_LIST_SECONDS });
    if (errors > 0) throw new Error(`${errors} requests for ${path} failed`);
    findings.push({
      what: `GET ${path}, ${OWN} of ${ORDERS.toLocaleString('en')}, one client`,
      measured: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
      target: `p50 ≤ ${OWN_LIST_MS} ms`,
      met: p50 <= OWN_LIST_MS,
    });
  }
  await stopProgram(server);
  return findings;
}

const micros = (milliseconds: number) => `${Math.round(milliseconds * 1000)} µs`;

/** The server's processor milliseconds per request of each subject: the median of alternating rounds. */
async function processorTimes(server: Started, load: Load, subjects: Subject[]): Promise<number[]> {
  const rounds: number[][] = subjects.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const before = processorMilliseconds(server);
      const { requests } = await load({ ...subject, seconds: 1, connections: 8 });
      rounds[index]?.push((processorMilliseconds(server) - before) / requests);
    }
  }
  return rounds.map(median);
}
