import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Runs a program of node_modules/.bin. `live`: shows its output at once, otherwise it is in `output`. After `limitMs`
 * the program is killed. A program that fails causes no rejection.
 */
export function run(
  [program, ...options]: readonly [string, ...string[]],
  {
    folder,
    env,
    live,
    limitMs = 15 * 60_000,
  }: { folder?: string; env?: NodeJS.ProcessEnv; live?: boolean; limitMs?: number } = {},
): Promise<{ code: number; output: string }> {
  const bin = join(root, 'node_modules', '.bin');
  const child = spawn(join(bin, program), options, {
    cwd: join(root, folder ?? ''),
    // The program must run with the expected version of Node.
    env: { ...process.env, ...env, PATH: `${bin}:${process.env.PATH}` },
    timeout: limitMs,
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code, signal) => {
      // Vitest ends without a signal after it was stopped.
      if (signal || child.killed)
        console.error(
          `${program} was ended by ${signal ?? 'SIGTERM'}; it may take ${limitMs / 60_000} minutes.`,
        );
      resolve({ code: code ?? 1, output: output.trim() });
    });
  });
}
