import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();

export type Started = { port: number; process: ChildProcess };

/** Runs Node with these arguments in the checkout; the program prints its address once it listens. */
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

/** Starts a program of this folder as its own process, so that the load does not take time from the server. */
export function startLoad<Ask extends object, Answer>(program: string): (ask: Ask) => Promise<Answer> {
  const child = fork(fileURLToPath(new URL(`./${program}`, import.meta.url)));
  running.add(child);
  let settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  child.on('message', (answer) => settle?.resolve(answer as Answer));
  child.once('exit', () => settle?.reject(new Error(`bench/${program} ended`)));
  return (ask) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      child.send(ask);
    });
}

/** How much memory a process uses, in MB (Linux). */
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
