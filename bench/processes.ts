import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LoadAnswer, LoadAsk } from './load.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const running = new Set<ChildProcess>();

export type Started = { port: number; process: ChildProcess };

/** Starts a program of ours that says its address on standard output once it listens. */
export async function startProgram(
  path: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Started> {
  const child = spawn(process.execPath, [here(path), ...args], {
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
    child.once('exit', () => reject(new Error(`${path} ended before it listened\n${said}`)));
  });
  return { port, process: child };
}

/** A process that makes load, so that the measuring does not share a thread with what it measures. */
export function startLoad(): (ask: LoadAsk) => Promise<LoadAnswer> {
  const child = fork(here('./load.ts'));
  running.add(child);
  return async (ask) => {
    const answer = once(child, 'message');
    child.send(ask);
    const [message] = (await Promise.race([
      answer,
      once(child, 'exit').then(() => Promise.reject(new Error('the load process ended'))),
    ])) as [LoadAnswer];
    return message;
  };
}

/** Memory that a process holds, in MB (Linux). */
export function residentMegabytes({ process: child }: Started): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
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
