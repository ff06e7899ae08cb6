import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from '../app/commands/command.ts';

/** Exit code and output of a command. The standard output comes before the errors. */
export type Ended = { status: number; said: string };
type Settings = Record<string, string>;

/** Runs a command in this process. It sees only these settings. */
export async function call(command: Command, settings: Settings, ...words: string[]): Promise<Ended> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const status = await command(words, {
    env: settings,
    stdout: { write: (text) => stdout.push(text) },
    stderr: { write: (text) => stderr.push(text) },
  });
  return { status, said: [...stdout, ...stderr].join('') };
}

/** Runs a file of app/commands as its own process. */
export function commandIn(
  settings: Settings,
  name: string,
  ...words: string[]
): Promise<Ended & { stdout: string; stderr: string }> {
  const path = fileURLToPath(new URL(`../app/commands/${name}.ts`, import.meta.url));
  const env = { ...process.env, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...words], { env }, (error, stdout, stderr) => {
      // A command that was killed has no exit code.
      const status = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      resolve({ status, said: stdout + stderr, stdout, stderr });
    });
  });
}
