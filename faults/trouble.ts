import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from '../e2e/installation.ts';
import type { mailSink } from '../server/src/testing/mail-sink.ts';
import type { Caller } from './caller.ts';
import { withClient } from './invariants.ts';
import type { Kill } from './kills.ts';

/** The program faketime from Debian. Without it the clock does not jump. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
export const canMoveClock = existsSync(FAKETIME);

const clockFile = (directory: string) => join(directory, 'clock');

/** Settings with which the run can move the clock of a process. */
export async function movableClock(directory: string): Promise<Record<string, string>> {
  if (!canMoveClock) return {};
  await moveClock(directory, 0);
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: clockFile(directory),
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

/** Sets how many seconds the clocks of the installation are ahead. */
export const moveClock = (directory: string, seconds: number) =>
  writeFile(clockFile(directory), `${seconds < 0 ? '' : '+'}${seconds}\n`);

/** Kills this part suddenly, as a power failure would. If the server ends, it is started again. */
export async function kill(kind: Kill, installation: Installation, database: string): Promise<void> {
  if (kind === 'postmaster' || kind === 'backend' || kind === 'server and postmaster') {
    const pid = await processOf(kind === 'backend' ? 'backend' : 'postmaster', database);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    if (kind === 'backend') return;
    // The server ends with its database, and is started again.
    if (kind === 'postmaster') await installation.untilEnded();
  }
  await installation.end('SIGKILL');
  if (kind === 'server while it starts') {
    const started = installation.start().catch(() => undefined);
    // A start takes three seconds or more. The kill comes at a random moment of it.
    await pause(Math.random() * 2000);
    await installation.end('SIGKILL');
    await started;
  }
  await installation.start();
}

function processOf(what: 'backend' | 'postmaster', database: string): Promise<number | undefined> {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ pid: string }>(
      what === 'postmaster'
        ? `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`
        : `SELECT pid FROM pg_stat_activity
           WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`,
    );
    return rows[0] && Number(rows[0].pid);
  });
}

/** Faults of the payment providers. */
const MISCHIEF = [
  { kind: 'webhook.lose' },
  { kind: 'webhook.hold' },
  { kind: 'webhook.duplicate', value: '3' },
  { kind: 'api.lost' },
  { kind: 'api.unavailable' },
  { kind: 'api.slow', value: '1500' },
];
/** A paid order must go on within 15 minutes, so the clock jumps by less. */
const JUMP_SECONDS = 600;

/** The services outside the installation, which fail one after another. */
export class Surroundings {
  readonly counts = { orderedFaults: 0, releases: 0, mailAbsences: 0, clockJumps: 0 };
  readonly #developer: Caller;
  readonly #mail: Awaited<ReturnType<typeof mailSink>>;
  readonly #directory: string;
  #isMailAway = false;
  #isClockMoved = false;

  constructor(developer: Caller, mail: Awaited<ReturnType<typeof mailSink>>, directory: string) {
    this.#developer = developer;
    this.#mail = mail;
    this.#directory = directory;
  }

  /** Starts a new fault, and ends some of the present ones. */
  async change(): Promise<void> {
    for (const provider of ['stripe', 'coinbase']) {
      const fault = MISCHIEF[Math.floor(Math.random() * MISCHIEF.length)];
      const times = 1 + Math.floor(Math.random() * 3);
      await this.#control('POST', '/faults', { provider, times, ...fault });
      this.counts.orderedFaults += times;
    }
    if (Math.random() < 0.5) await this.#release();
    if (Math.random() < 0.25) await (this.#isMailAway ? this.#mailBack() : this.#mailAway());
    if (canMoveClock && Math.random() < 0.2) await this.#jump();
  }

  /** Ends all faults. */
  async calm(): Promise<void> {
    await this.#control('DELETE', '/faults');
    await this.#release();
    if (this.#isMailAway) await this.#mailBack();
    if (this.#isClockMoved) await moveClock(this.#directory, 0);
  }

  async #release(): Promise<void> {
    await this.#control('POST', '/release', { order: Math.random() < 0.5 ? 'reversed' : 'as_sent' });
    this.counts.releases += 1;
  }

  async #mailAway(): Promise<void> {
    await this.#mail.goAway();
    this.#isMailAway = true;
    this.counts.mailAbsences += 1;
  }

  async #mailBack(): Promise<void> {
    await this.#mail.comeBack();
    this.#isMailAway = false;
  }

  async #jump(): Promise<void> {
    await moveClock(this.#directory, this.#isClockMoved ? 0 : JUMP_SECONDS * (Math.random() < 0.5 ? -1 : 1));
    this.#isClockMoved = !this.#isClockMoved;
    this.counts.clockJumps += 1;
  }

  async #control(method: string, path: string, json?: unknown): Promise<void> {
    await this.#developer.call(method, `/sandbox/control${path}`, json === undefined ? {} : { json });
  }
}
