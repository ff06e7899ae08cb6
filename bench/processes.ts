import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LoadAnswer, LoadAsk } from './load.ts';

const running = new Set<ChildProcess>();

export type Started = { port: number; process: ChildProcess };

/** Runs Node with these arguments in the checkout; the program says its address on standard output once it listens. */
export async function startProgram(args: string[], env: Record<string, string> = {}): Promise<Started> {
  const child = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += String(chunk);
      const found = / at http:\/\/[\w.]+:(\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended before it listened\n${said}`)));
  });
  return { port, process: child };
}

/** A process that makes load, so that the measuring does not share a thread with what it measures. */
export function startLoad(): (ask: LoadAsk) => Promise<LoadAnswer> {
  const child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)));
  running.add(child);
  let settle: { resolve(answer: LoadAnswer): void; reject(error: Error): void } | undefined;
  child.on('message', (answer) => settle?.resolve(answer as LoadAnswer));
  child.once('exit', () => settle?.reject(new Error('the process that makes load ended')));
  return (ask) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      child.send(ask);
    });
}

/** Memory that a process holds, in MB (Linux). */
export function residentMegabytes({ process: child }: Started): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Processor time that a process has used, in milliseconds (Linux, which counts hundredths of a second). */
export function processorMilliseconds({ process: child }: Started): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export async function stopProgram({ process: child }: Started): Promise<void> {
  await stop(child);
}

async function stop(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}
