import { mkdir, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '../e2e/passwords.ts';
import { Caller } from '../faults/caller.ts';
import { type Told, violations } from '../faults/invariants.ts';
import { type Acknowledged, Load } from '../faults/load.ts';
import { People } from '../faults/people.ts';
import { faultsOfDoctor, untilSettled, untilStopped } from '../faults/settled.ts';
import { ensurePagesBuilt } from '../server/src/platform/http/pages-build.ts';
import { mailSink } from '../server/src/testing/mail-sink.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { missingPrograms } from './debian.ts';
import { FAULTS, type Fault } from './faults.ts';
import { LOGS, makePlace } from './place.ts';
import { Pulse } from './pulse.ts';
import { failuresOf, type Seen, tableOf } from './table.ts';
import { Watch } from './watch.ts';

/*
 * Assembles an installation on several servers from the files of deploy/, takes its parts away under load, and checks
 * that everything the installation confirmed is still stored.
 */

const USAGE = `Usage: npm run cluster -- [--report=FILE]
  FILE   the file for the result as JSON: numbers of passed and failed faults, and the failures`;
/** How long the load runs after each fault. */
const CALM_MS = 12_000;

const reportFile = wishes();
const missing = await missingPrograms();
if (missing) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
await ensurePagesBuilt({ log: { info: (line) => process.stdout.write(`${line}\n`) } });
await rm(LOGS, { recursive: true, force: true });
await mkdir(LOGS, { recursive: true });
const place = await makePlace();
const mail = await mailSink();
await mail.comeBack();
/** The running programs, the last one started first. */
const started: { end(): Promise<void> }[] = [];
let ended: Promise<void> | undefined;
// A terminal sends a signal to npm too, which passes it on, so it may come twice.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void endAll().finally(() => process.exit(1)));
try {
  process.stdout.write('assembling: etcd, PostgreSQL twice, HAProxy, PgBouncer, S3, web twice, worker\n');
  const from = performance.now();
  const cluster = await openCluster(place, { SMTP_URL: mail.url }, started);
  process.stdout.write(`whole after ${((performance.now() - from) / 1000).toFixed(0)} s\n`);
  await perform(cluster);
} finally {
  await endAll();
}

/** Ends everything, once. */
function endAll(): Promise<void> {
  ended ??= endPrograms();
  return ended;
}

async function endPrograms(): Promise<void> {
  await mail.goAway();
  for (let program = started.pop(); program; program = started.pop()) await program.end();
  await rm(place.directory, { recursive: true, force: true });
}

async function perform(cluster: Cluster): Promise<void> {
  const { site, superuserUrl } = cluster;
  const watch = new Watch();
  const address = () => site.address;
  const people = new People({ address, surprises: watch, mail });
  const staff = async (role: 'analyst' | 'reviewer') => {
    const { email, caller } = await people.register(DEMO_PASSWORD);
    const { status, said } = await site.command('staff', 'grant', email, role);
    if (status !== 0) throw new Error(said);
    return caller;
  };
  const bench = { analyst: await staff('analyst'), reviewer: await staff('reviewer') };
  const pulse = new Pulse(site.address, await people.register(), watch);
  await pulse.start();
  const load = new Load(() => people.register(), bench);
  const heads = new Set<string>();
  const told = (): Told => ({
    ...load.acknowledged,
    ...people.told(),
    orders: [...load.acknowledged.orders, ...pulse.orders],
    heads: [...heads],
  });
  const acknowledged = () =>
    pulse.acknowledged + Object.values(load.acknowledged).reduce((sum, { length }) => sum + length, 0);

  let [first, before] = [0, 0];
  /** What was seen since the last call of this, so every answer of the run belongs to one line of the table. */
  const seenNow = (): Pick<Seen, 'samples' | 'acknowledged'> => {
    const seen = { samples: watch.samples.slice(first), acknowledged: acknowledged() - before };
    [first, before] = [watch.samples.length, acknowledged()];
    return seen;
  };

  const endure = async (fault: Fault): Promise<Seen> => {
    const blow = await fault.strike(cluster);
    await pause(CALM_MS);
    const head = await new Caller(address, watch).call<string>('GET', '/checkpoint');
    if (head.status === 200) heads.add(head.body);
    const lost = [
      ...(await violations(superuserUrl, told())),
      ...(await pulse.lost(cluster.query)),
      ...cluster.fallen().map((name) => `Not so: ${name} still runs.`),
    ];
    for (const sentence of lost) process.stdout.write(`VIOLATION  ${sentence}\n`);
    const seen = { fault, blow, ...seenNow(), lost };
    process.stdout.write(`${tableOf([seen])}\n`);
    return seen;
  };

  const all: Seen[] = [];
  for (const fault of FAULTS) if (!fault.missing) all.push(await endure(fault));
  pulse.stop();
  await untilStopped(load, () => superuserUrl);
  process.stdout.write('everybody has stopped; waiting until everything is worked off\n');
  const lost = await untilSettled(() => superuserUrl, told);
  lost.push(...(await faultsOfDoctor(() => site.command('admin', 'doctor', '--read-files'))));
  if (await isArchiveFailing(cluster)) lost.push('Not so: PostgreSQL archives its log.');
  for (const sentence of lost) process.stdout.write(`VIOLATION  ${sentence}\n`);
  all.push({ fault: { name: 'everything worked off' }, blow: {}, ...seenNow(), lost });
  await report(all, watch, load.acknowledged);
}

/** Whether the last try of the present primary to archive its log failed. */
async function isArchiveFailing({ query }: Cluster): Promise<boolean> {
  const { rows } = await query<{ archived: boolean }>(
    "SELECT last_archived_time > coalesce(last_failed_time, '-infinity') AS archived FROM pg_stat_archiver",
  );
  return rows[0]?.archived !== true;
}

async function report(all: readonly Seen[], watch: Watch, kept: Acknowledged): Promise<void> {
  const idle = Object.entries(kept).filter(([, { length }]) => length === 0);
  const unproven = idle.map(([what]) => `the load had no ${what}`);
  const failures = [...all.flatMap(failuresOf), ...unproven];
  const failed = all.filter((seen) => failuresOf(seen).length > 0).length + unproven.length;
  const skipped = FAULTS.flatMap(({ name, missing: reason }) => (reason ? [`${name}: ${reason}`] : []));
  const lines = [
    tableOf(all),
    `kept: ${Object.entries(kept)
      .map(([what, { length }]) => `${length} ${what}`)
      .join(', ')}`,
    ...skipped.map((line) => `not tried: ${line}`),
    ...[...watch].map(([line, count]) => `answered ${count} times: ${line}`),
    ...failures.map((line) => `FAILED  ${line}`),
    `The output of the programs: ${LOGS}`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
  const count = {
    passed: all.filter((seen) => failuresOf(seen).length === 0).length,
    failed,
    failures,
    skipped,
  };
  if (reportFile !== undefined) await writeFile(reportFile, JSON.stringify(count));
}

function wishes(): string | undefined {
  try {
    return parseArgs({ options: { report: { type: 'string' } } }).values.report;
  } catch {
    process.stderr.write(`${USAGE}\n`);
    process.exit(2);
  }
}
