import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './run.ts';

/** The server of the browser tests, with a fresh data directory; `log`: the file for its whole log. */
export type TestServer = {
  /** The port of the server once the server has printed its greeting; rejects if the server ended before. */
  port: Promise<string>;
  stop(): Promise<void>;
};

/** Starts the server without waiting: it creates its year of demo tests while other tests run. */
export function startTestServer(log: string): TestServer {
  const server = spawn(process.execPath, [join(root, 'e2e/serve.ts')], {
    cwd: root,
    env: { ...process.env, SERVER_LOG: log },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const port = new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      const told = /is at http:\/\/localhost:(\d+)/.exec(line)?.[1];
      if (told) resolve(told);
      else if (line) console.log(`server: ${line}`);
    });
    ended.then(([code]) => reject(new Error(`the server ended with ${code} before it greeted`)), reject);
  });
  // Callers that use the port get the rejection; until then it must not count as unhandled.
  port.catch(() => undefined);
  return {
    port,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM');
      await ended;
    },
  };
}
