import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { scratchDirectory } from '../server/src/testing/scratch.ts';

/** Starts the real server on a fresh data directory and a free port; everything goes when it is told to stop. */
const directory = await scratchDirectory('e2e');
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const server = spawn(process.execPath, [main], {
  stdio: 'inherit',
  env: { ...process.env, PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'warn', PUBLIC_DISCOUNT_PERCENT: '10' },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill('SIGTERM'));
server.on('exit', (code) => {
  rm(directory, { recursive: true, force: true }).finally(() => process.exit(code ?? 1));
});
