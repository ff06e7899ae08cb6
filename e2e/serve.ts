import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { scratchDirectory } from '../server/src/testing/scratch.ts';

/**
 * Starts the real server with a new data folder on a free port, and removes everything at its end. The whole log goes
 * to the file SERVER_LOG, in which the tests search for secrets. Warnings and errors are also printed here.
 */
const directory = await scratchDirectory('e2e');
const log = process.env.SERVER_LOG ? createWriteStream(process.env.SERVER_LOG) : undefined;
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const server = spawn(process.execPath, [main], {
  stdio: ['inherit', 'pipe', 'inherit'],
  env: {
    ...process.env,
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'debug',
    // Several browsers run beside the server on this machine, so a slow statement does not mean a dead database.
    STATEMENT_TIMEOUT_MS: '20000',
    PUBLIC_DISCOUNT_PERCENT: '10',
    // Each test has its own client address, as if behind a proxy (site.ts), so that tests do not share rate limits.
    TRUST_PROXY: '1',
  },
});
const WARN = 40;
createInterface(server.stdout).on('line', (line) => {
  const isLogged = line.startsWith('{"level":');
  if (isLogged) log?.write(`${line}\n`);
  if (!isLogged || Number(/^\{"level":(\d+)/.exec(line)?.[1]) >= WARN) process.stdout.write(`${line}\n`);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill('SIGTERM'));
server.on('exit', (code) => {
  rm(directory, { recursive: true, force: true }).finally(() => process.exit(code ?? 1));
});
