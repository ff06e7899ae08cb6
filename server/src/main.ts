import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from './app/start-server.ts';
import { splitAddress } from './platform/cache/public-cache.ts';
import { directSetting, loadConfig } from './platform/config/config.ts';
import { isDiskFull } from './platform/files/disk-full.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { usualHeaders } from './platform/http/usual-headers.ts';
import { createLogger } from './platform/log.ts';
import { DISK_FULL, plainWords } from './platform/plain-words.ts';
import { StartupProblem } from './platform/startup-problem.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const STOP_LIMIT_MS = 9_500;
const DRAIN_LIMIT_MS = 5_000;

async function main(): Promise<void> {
  const config = loadConfig(undefined, process.argv.slice(2));
  const log = createLogger(config.logLevel);

  let listener: Listener = (_request, response) => {
    response.writeHead(503, {
      ...usualHeaders(config.production),
      'Content-Type': 'text/plain; charset=utf-8',
      'Retry-After': '2',
    });
    response.end('Starting. Please try again in a moment.\n');
  };
  let isDraining = false;
  const server = createHttpServer(config, (request, response) => {
    // /readyz tells load balancers to stop; kept-alive connections close with their next answer.
    if (isDraining) response.setHeader('Connection', 'close');
    if (isDraining && splitAddress(request.url ?? '')[0] === '/readyz') return sayDraining(response);
    return listener(request, response);
  });
  // The port is opened first, so that a second server on this port fails early.
  const port = await listen(server, config.port, config.host);

  let isServing = false;
  const unwanted = new AbortController();
  const opening = startServer({ config, log, server, port, signal: unwanted.signal });
  let stopping = false;
  async function stop(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    unwanted.abort();
    log.info({ signal }, 'stopping');
    const drainMs = config.drainSeconds * 1_000;
    setTimeout(() => process.exit(1), drainMs + STOP_LIMIT_MS).unref();
    isDraining = true;
    // Load balancers need some time to notice that /readyz fails.
    if (isServing) await pause(drainMs);
    const drained = new Promise<void>((resolve) => server.close(() => resolve()));
    // Streams of events never end by themselves. Jobs and requests are stopped together, because that is faster.
    void opening
      .then(({ platform }) => Promise.all([platform.live.close(), platform.jobs.rest()]))
      .catch(() => undefined);
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS);
    await drained;
    clearTimeout(cut);
    // If the server must stop while it starts, what was opened is closed afterwards.
    const opened = await opening.catch(() => undefined);
    await opened?.close();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  const started = await opening.catch(async (error: unknown) => {
    if (stopping) return undefined;
    // A failed write often does not say that the disk is full.
    throw !wordsFor(error) && (await isDiskFull(config.dataDirectory))
      ? new StartupProblem(DISK_FULL)
      : error;
  });
  if (stopping || !started) return;
  listener = started.listener;
  isServing = true;
  process.stdout.write(started.greeting(started.platform.publicUrl()));
}

function sayDraining(response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ ready: false, draining: true }));
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new StartupProblem(
            `Port ${port} is taken. Stop the other program, or choose another: PORT=3001 npm start`,
          ),
        );
      } else if (error.code === 'EACCES') {
        reject(
          new StartupProblem(
            `Port ${port} needs rights that this user does not have. Choose one above 1023 with PORT.`,
          ),
        );
      } else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
        reject(new StartupProblem(`This machine has no address ${host}. Set HOST to one that it has.`));
      } else reject(error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** The message for the operator; undefined for an unknown error. */
function wordsFor(error: unknown): string | undefined {
  const words = plainWords(error, directSetting());
  if (words) return words;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
    ? `This user may not write to DATA_DIR. Start as the user who made it, or set DATA_DIR. (${error instanceof Error ? error.message : ''})`
    : undefined;
}

main().catch((error: unknown) => {
  const unforeseen = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${wordsFor(error) ?? unforeseen}\n`);
  process.exit(1);
});
