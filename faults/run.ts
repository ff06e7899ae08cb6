import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Installation } from '../e2e/installation.ts';
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts';
import { commandIn } from '../server/src/testing/command.ts';
import { mailSink } from '../server/src/testing/mail-sink.ts';
import { scratchDirectory } from '../server/src/testing/scratch.ts';
import { Caller, Surprises } from './caller.ts';
import { type Told, violations } from './invariants.ts';
import { isKill, KILLS, type Kill, pickKill } from './kills.ts';
import { Load } from './load.ts';
import { People } from './people.ts';
import { faultsOfDoctor, untilSettled, untilStopped } from './settled.ts';
import { canMoveClock, kill, movableClock, Surroundings } from './trouble.ts';

/*
 * Starts a new installation, sends it many requests, and kills its parts. After each kill it checks that everything the
 * server confirmed is still stored.
 */

const USAGE = `Usage: npm run faults -- [KILLS] [SECONDS] [--kinds=KIND,…] [--report=FILE]
  KILLS      how often a part is killed (20)
  SECONDS    how long the load runs before each (8)
  KIND       the parts to kill; default: all of ${Object.keys(KILLS).join(', ')}
  FILE       the file for the result as JSON: numbers of passed and failed tests, and the failures`;
const READY_MS = 120_000;

const { kills, seconds, kinds, reportFile } = wishes();
const directory = await scratchDirectory('faults');
const data = join(directory, 'data');
await mkdir(data);
const mail = await mailSink();
await mail.comeBack();
const settings = {
  DATA_DIR: data,
  PORT: String(await freePort()),
  SMTP_URL: mail.url,
  SEED_DEMO: '1',
  LOG_LEVEL: 'fatal',
};
const installation = new Installation({ ...settings, ...(await movableClock(directory)) });
const address = () => installation.address;
const doctor = (...words: string[]) => commandIn(settings, 'admin', 'doctor', ...words);
const surprises = new Surprises();
/** The broken rules, one list for each kill and one for the end. */
const violated: string[][] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // If the run is interrupted, it stops its installation.
  process.once(signal, () => installation.end('SIGKILL').finally(() => process.exit(1)));
}
try {
  await installation.start();
  await perform();
} finally {
  await installation.end('SIGTERM');
  await mail.goAway();
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = violated.flat().length === 0 ? 0 : 1;

async function perform(): Promise<void> {
  const people = new People({ address, surprises, mail });
  const bench = { analyst: await staff('analyst'), reviewer: await staff('reviewer') };
  const surroundings = new Surroundings(new Caller(address, surprises), mail, directory);
  const heads = new Set<string>();
  const counts: Record<string, number> = {};
  const restarts: number[] = [];
  const load = new Load(() => people.register(), bench);
  const told = (): Told => ({
    ...load.acknowledged,
    ...people.told(),
    heads: [...heads],
  });

  for (let count = 1; count <= kills; count += 1) {
    violated.push([]);
    await pause(1000 * seconds);
    if (installation.ended !== undefined) complain([`The server ended by itself (${installation.ended}).`]);
    await surroundings.change();
    const kind = pickKill(kinds);
    counts[kind] = (counts[kind] ?? 0) + 1;
    process.stdout.write(`${count}/${kills} ${kind}: `);
    const database = await databaseUrl();
    const from = performance.now();
    await kill(kind, installation, database);
    await untilReady();
    restarts.push(performance.now() - from);
    const head = await new Caller(address, surprises).call<string>('GET', '/checkpoint');
    if (head.status === 200) heads.add(head.body);
    const { orders, payments, publications } = load.acknowledged;
    process.stdout.write(
      `ready after ${(restarts.at(-1) ?? 0).toFixed(0)} ms; ${orders.length} orders, ${payments.length} payments, ${publications.length} publications\n`,
    );
    complain(await violations(await databaseUrl(), told()));
    complain(await faultsOfDoctor(doctor));
  }

  violated.push([]);
  await surroundings.calm();
  await untilStopped(load, databaseUrl);
  process.stdout.write('everybody has stopped; waiting until everything is worked off\n');
  complain(await untilSettled(databaseUrl, told));
  complain(await faultsOfDoctor(() => doctor('--read-files')));
  complain(surprises.mistakes.map((line) => `A mistake of the server: ${line}`));
  report({ counts, restarts, told: told(), surroundings });
  if (reportFile !== undefined) await writeFile(reportFile, JSON.stringify(countOf(violated)));
}

/** Prints the broken rules and stores them. */
function complain(sentences: string[]): void {
  violated.at(-1)?.push(...sentences);
  for (const sentence of sentences) process.stdout.write(`VIOLATION  ${sentence}\n`);
}

/** The result in the format of scripts/test-count.ts: each kill counts as a test, and so does the end. */
function countOf(lists: string[][]) {
  const failed = lists.filter((list) => list.length > 0).length;
  return { passed: lists.length - failed, failed, failures: lists.flat() };
}

function report(seen: {
  counts: Record<string, number>;
  restarts: number[];
  told: Told;
  surroundings: Surroundings;
}): void {
  const { counts, told, surroundings } = seen;
  const restarts = seen.restarts.toSorted((a, b) => a - b);
  const mails = new Set(told.mails).size;
  const lines = [
    `kills: ${Object.entries(counts)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')}`,
    `surroundings: ${Object.entries(surroundings.counts)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')}`,
    ...(canMoveClock ? [] : ['the clock did not jump: Debian’s faketime is not installed']),
    `ready again: median ${restarts[restarts.length >> 1]?.toFixed(0)} ms, longest ${restarts.at(-1)?.toFixed(0)} ms`,
    `kept: ${told.orders.length} orders, ${told.payments.length} payments, ${told.publications.length} publications, ${told.groups.length} groups, ${told.heads.length} signed heads`,
    `mails: ${mails}, and ${told.mails.length - mails} of them again`,
    ...[...surprises].map(([line, count]) => `answered ${count} times: ${line}`),
    `${violated.flat().length} violations in ${kills} kills`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

async function untilReady(): Promise<void> {
  const until = performance.now() + READY_MS;
  const visitor = new Caller(address, surprises);
  let last: unknown;
  while (performance.now() < until) {
    const answer = await visitor.once('GET', '/readyz');
    if (answer?.status === 200) return;
    last = answer?.body;
    await pause(50);
  }
  const said = installation.ended === undefined ? JSON.stringify(last) : `it ended (${installation.ended})`;
  throw new Error(`not ready within ${READY_MS / 1000} s: ${said ?? 'it does not answer'}`);
}

/** The owner's address of the installation's database. Its port changes with each start. */
async function databaseUrl(): Promise<string> {
  const log = { info: () => undefined, warn: () => undefined };
  const running = await startEmbeddedPostgres({ dataDirectory: join(data, 'postgres'), log, mayShare: true });
  return running.ownerUrl;
}

async function staff(role: 'analyst' | 'reviewer'): Promise<Caller> {
  const caller = new Caller(address, surprises, { email: `${role}@demo.test`, password: 'Demo-pass-1' });
  await caller.signIn();
  return caller;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const found = server.address();
      server.close(() => resolve(typeof found === 'object' && found ? found.port : 0));
    });
  });
}

function wishes(): {
  kills: number;
  seconds: number;
  kinds: [Kill, ...Kill[]];
  reportFile: string | undefined;
} {
  const options = { kinds: { type: 'string' }, report: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [kills = 20, seconds = 8] = positionals.map(Number);
    const words = values.kinds?.split(',') ?? Object.keys(KILLS);
    const [first, ...rest] = words.filter(isKill);
    const isRight = positionals.length <= 2 && Number.isInteger(kills) && kills >= 1 && seconds >= 0;
    if (isRight && first !== undefined && words.every(isKill)) {
      return { kills, seconds, kinds: [first, ...rest], reportFile: values.report };
    }
  } catch {}
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
