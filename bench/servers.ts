import { readFile } from 'node:fs/promises';
import type { BenchDatabase } from './databases.ts';
import { type Started, startProgram } from './processes.ts';

/** The arguments with which `npm start` runs Node. */
async function startArguments(): Promise<string[]> {
  const manifest: { scripts: { start: string } } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const words = manifest.scripts.start.split(' ');
  return words.slice(words.indexOf('node') + 1);
}

/** Starts the real server, as `npm start` does, on a database of the benchmark; `env` adds to the common variables. */
export async function startServer(
  { url, dataDirectory }: BenchDatabase,
  env: Record<string, string> = {},
): Promise<Started> {
  return startProgram(await startArguments(), {
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: dataDirectory,
    SEED_DEMO: '0',
    LOG_LEVEL: 'warn',
    ...env,
  });
}
