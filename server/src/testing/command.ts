import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A command of ours as a process of its own: how it ended, and what it said on both streams. */
export function command(name: string, ...words: string[]): Promise<{ status: number; said: string }> {
  const path = fileURLToPath(new URL(`../app/commands/${name}.ts`, import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...words], (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}
