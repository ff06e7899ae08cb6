import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Ended = { status: number; said: string };

/** A command of ours as a process of its own: how it ended, and what it said on both streams. */
export function command(name: string, ...words: string[]): Promise<Ended> {
  return commandIn({}, name, ...words);
}

/** The same with settings. */
export function commandIn(
  settings: Record<string, string>,
  name: string,
  ...words: string[]
): Promise<Ended> {
  const path = fileURLToPath(new URL(`../app/commands/${name}.ts`, import.meta.url));
  const env = { ...process.env, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...words], { env }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}
