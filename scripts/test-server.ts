import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './run.ts';

/** The server for the browser tests, with new data; `log` is the file of its log. */
export type TestServer = {
  /** The server's port, when it has started; rejects if the server ended first. */
  port: Promise<string>;
  stop(): Promise<void>;
};

/** Starts the server without waiting. It creates the demo data of a year while other tests run. */
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
  // Other promises wait for the port and handle its failure. Without this line Node would end the process.
  port.catch(() => undefined);
  return {
    port,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM');
      await ended;
    },
  };
}
