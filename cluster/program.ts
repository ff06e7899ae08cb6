import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { PATH } from './debian.ts';

const STOP_MS = 20_000;

type Options = {
  /** The file that gets all output. */
  log: string;
  env?: Record<string, string>;
  /** The account that runs the program; undefined: the present one. */
  account?: { uid: number; gid: number } | undefined;
};

/** A program of the cluster, which can be killed and started again. */
export class Program {
  readonly name: string;
  readonly #command: readonly string[];
  readonly #options: Options;
  #child: ChildProcess | undefined;
  #isOver = false;

  constructor(name: string, command: readonly string[], options: Options) {
    this.name = name;
    this.#command = command;
    this.#options = options;
  }

  start(): void {
    if (this.#isOver) throw new Error(`${this.name} was stopped for good`);
    const { log, env, account } = this.#options;
    const [program = '', ...words] = this.#command;
    const output = openSync(log, 'a');
    const child = spawn(program, words, {
      env: { PATH, LANG: 'C.UTF-8', ...env },
      // The other account may not enter the folder of the checkout.
      cwd: '/',
      stdio: ['ignore', output, output],
      ...account,
    });
    closeSync(output);
    // A program that does not exist ends at once.
    child.once('error', (error) => process.stderr.write(`${this.name}: ${error.message}\n`));
    this.#child = child;
  }

  /** Whether the program has ended by itself. */
  get hasEnded(): boolean {
    const child = this.#child;
    return child !== undefined && (child.exitCode !== null || child.signalCode !== null);
  }

  /** Kills the program, which can be started again. Returns when it has ended. */
  kill = (): Promise<void> => this.#stop('SIGKILL');

  /** Asks the program to stop, and kills it if it does not. It cannot be started again. Returns when it has ended. */
  end(): Promise<void> {
    this.#isOver = true;
    return this.#stop('SIGTERM');
  }

  async #stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
  }
}

const LOOK_AGAIN_MS = 25;

/** Asks again until the answer is true. An error counts as false. */
export async function until(what: string, ask: () => Promise<boolean>, limitMs = 120_000): Promise<void> {
  const last = performance.now() + limitMs;
  while (!(await ask().catch(() => false))) {
    if (performance.now() > last) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await pause(LOOK_AGAIN_MS);
  }
}
