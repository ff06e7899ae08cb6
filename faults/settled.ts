import { setTimeout as pause } from 'node:timers/promises';
import type { Ended } from '../server/src/testing/command.ts';
import { hurry, type Told, violations } from './invariants.ts';
import type { Load } from './load.ts';

const SETTLED_MS = 420_000;
const LOOK_MS = 2_000;
const LOOKS = 4;
const AGAIN_MS = 5_000;

type DatabaseUrl = () => string | Promise<string>;

/** Waits until the load has stopped. Mails that failed are sent at once, because the server would wait minutes or hours. */
export async function untilStopped(load: Load, databaseUrl: DatabaseUrl): Promise<void> {
  const stopped = load.stop().then(() => true);
  while (!(await Promise.race([stopped, pause(LOOK_MS, false)]))) await hurry(await databaseUrl());
}

/** The rules that are still broken after all work is done. */
export async function untilSettled(databaseUrl: DatabaseUrl, told: () => Told): Promise<string[]> {
  const until = performance.now() + SETTLED_MS;
  let said = '';
  for (;;) {
    await hurry(await databaseUrl());
    const found = await violations(await databaseUrl(), told(), { isOver: true });
    if (found.length === 0 || performance.now() > until) return found;
    if (found.join('\n') !== said) process.stdout.write(`not yet:\n${found.join('\n')}\n`);
    said = found.join('\n');
    await pause(LOOK_MS);
  }
}

/** What the doctor reports four times. After a jump of the clock, it may once report a new job as late. */
export async function faultsOfDoctor(doctor: () => Promise<Ended>): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    const { status, said } = await doctor();
    if (status === 0) return [];
    if (look === LOOKS) return [`the doctor says:\n${said}`];
    await pause(AGAIN_MS);
  }
}
