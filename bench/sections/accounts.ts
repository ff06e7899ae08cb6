import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type Databases, withApp } from '../databases.ts';
import { type Load, median, type Subject, throughput } from '../measure.ts';
import { processorMilliseconds, type Started, stopProgram } from '../processes.ts';
import { type Finding, milliseconds, perSecond, ratio } from '../report.ts';
import { startServer } from '../servers.ts';
import { FIRST, uncached } from './addresses.ts';

const TESTS = 1_000;
/** Below the limit of sign-ins from one place. */
const SIGN_INS = 120;
const WARM = 10;
const ROUNDS = 7;
const LOGIN_FACTOR = 1.3;
/** Each signed-in call reads its session (docs/decisions/0035). */
const TOKEN_FACTOR = 2;
const PASSWORD = 'Zebra.Lathe.4';
const EMAIL = 'bench@mail.test';
/** What the server hashes with. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

export const title = 'Signing in, and being signed in';

/** A sign-in beside the bare hash, in turns; a call with a token beside the same without. */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  await withApp(database, async ({ accounts }) => {
    await accounts.createVerified({ email: EMAIL, password: PASSWORD, firstName: 'B', lastName: 'M' });
  });
  const server = await startServer(database);
  const login = async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    const { session } = (await answer.json()) as { session: { access_token: string } };
    if (!answer.ok) throw new Error(`signing in answered ${answer.status}`);
    return session.access_token;
  };
  const hash = () => derive('argon2id', { message: PASSWORD, nonce: randomBytes(16), ...COST });

  const took: Record<'login' | 'hash', number[]> = { login: [], hash: [] };
  for (let round = 0; round < SIGN_INS; round += 1) {
    for (const [name, work] of Object.entries({ login, hash })) {
      const before = performance.now();
      await work();
      if (round >= WARM) took[name as keyof typeof took].push(performance.now() - before);
    }
  }
  const [signIn, bare] = [median(took.login), median(took.hash)];

  const token = await login();
  const subjects = [
    { port: server.port, path: uncached(FIRST), token },
    { port: server.port, path: uncached(FIRST) },
  ];
  const [known = 0, anonymous = 0] = await throughput(load, subjects);
  const [knownTime = 0, anonymousTime = 0] = await processorTimes(server, load, subjects);
  await stopProgram(server);
  return [
    {
      what: 'POST /api/auth/login, p50',
      measured: `${milliseconds(signIn)} of one argon2id ${milliseconds(bare)} = ${ratio(signIn / bare)} ×`,
      target: `≤ ${LOGIN_FACTOR} ×`,
      met: signIn / bare <= LOGIN_FACTOR,
    },
    {
      what: `GET ${FIRST} with a token costs`,
      measured: `${perSecond(known)} against ${perSecond(anonymous)} = ${ratio(anonymous / known)} ×`,
      target: `≤ ${TOKEN_FACTOR} ×`,
      met: anonymous / known <= TOKEN_FACTOR,
    },
    {
      // On a machine that is busy with other things this is the steadier of the two.
      what: '  the server’s processor time a call',
      measured: `${micros(knownTime)} against ${micros(anonymousTime)} = ${ratio(knownTime / anonymousTime)} ×`,
      target: '',
    },
  ];
}

const micros = (milliseconds: number) => `${Math.round(milliseconds * 1000)} µs`;

/** Milliseconds of the server's processor for one request of each subject: the median of rounds in which they take turns. */
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
