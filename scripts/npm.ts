import { execFile } from 'node:child_process';
import { root } from './run.ts';

/** Runs the npm of this machine, and returns its output. A program that fails causes no rejection. */
export function npm(...words: string[]): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: 2 ** 28 };
    execFile('npm', words, options, (error, output, errors) => {
      const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
      resolve({ code, output, errors: errors || (error?.message ?? '') });
    });
  });
}
