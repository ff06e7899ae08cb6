import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { importsOf, runOf } from '../../testing/imports.ts';
import { laboratory } from '../../testing/lab.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { testApp } from '../../testing/test-app.ts';

const PROGRAM = fileURLToPath(new URL('../../../../scripts/import-agent.ts', import.meta.url));

/** Stands before the laboratory, and lets the test say what happens to a request. */
async function frontDoor(to: string) {
  let meets: (pass: () => Promise<Response>, answer: ServerResponse) => Promise<void> = async (
    pass,
    answer,
  ) => relay(await pass(), answer);
  let count = 0;
  const server = createServer((request, answer) => {
    count += 1;
    void bodyOf(request).then((body) =>
      meets(
        () =>
          fetch(to + request.url, {
            method: 'POST',
            body,
            headers: {
              authorization: request.headers.authorization ?? '',
              'content-type': request.headers['content-type'] ?? '',
            },
          }),
        answer,
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    /** What the next request meets; the ones after it go through. */
    once(next: typeof meets) {
      const usual = meets;
      meets = (pass, answer) => {
        meets = usual;
        return next(pass, answer);
      };
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

async function relay(from: Response, answer: ServerResponse): Promise<void> {
  const text = await from.text();
  answer.writeHead(from.status, { 'content-type': 'application/json' }).end(text);
}

/** The program at work on a folder, as it tells of it. */
function startAgent(folder: string, address: string, key: string) {
  const agent = spawn(process.execPath, [PROGRAM, folder], {
    env: { ...process.env, IMPORT_URL: address, IMPORT_KEY: key, IMPORT_INTERVAL_MS: '20' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(agent, 'exit');
  onTestFinished(async () => {
    agent.kill('SIGKILL');
    await ended;
  });
  const said: string[] = [];
  const lines = createInterface(agent.stdout);
  lines.on('line', (line) => said.push(line));
  return {
    said,
    kill: () => agent.kill('SIGKILL'),
    ended,
    async hears(words: string): Promise<void> {
      while (!said.some((line) => line.includes(words))) await once(lines, 'line');
    },
    async stop(): Promise<number | null> {
      agent.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

async function folderOfInstrument() {
  const app = await testApp();
  const lab = await laboratory(app);
  const imports = importsOf(app);
  const { key } = await imports.key(lab.admin);
  const place = await scratchDirectory('agent');
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const folder = join(place, 'exports');
  await mkdir(folder);
  const door = await frontDoor(app.platform.ownAddress());
  const stored = async () =>
    (
      await app.platform.db.pool.query<{ file_name: string }>('SELECT file_name FROM trace_import ORDER BY 1')
    ).rows.map(({ file_name }) => file_name);
  return { lab, folder, door, stored, start: () => startAgent(folder, door.address, key) };
}

it('the agent and the laboratory import each file once, also when the agent is killed before it hears of it', async () => {
  const { lab, folder, door, stored, start } = await folderOfInstrument();
  const order = await lab.received();
  await writeFile(join(folder, 'one.txt'), runOf(`${order.taskNumber}`, 'one'));
  const first = start();
  const killed = Promise.withResolvers<void>();
  // The laboratory has kept the file, and its answer reaches nobody.
  door.once(async (pass) => {
    await pass();
    first.kill();
    killed.resolve();
  });
  await killed.promise;
  await first.ended;
  expect(await stored()).toEqual(['one.txt']);

  await writeFile(join(folder, 'two.txt'), runOf('blank', 'two'));
  await writeFile(join(folder, 'three.csv'), 'no trace');
  const second = start();
  await second.hears(`one.txt: imported before, for request ${order.id}`);
  await second.hears('two.txt: imported, waits in the queue');
  await second.hears('three.csv: refused');
  expect(await second.stop()).toBe(0);
  expect(await stored()).toEqual(['one.txt', 'two.txt']);

  const asked = door.count();
  const third = start();
  await writeFile(join(folder, 'four.txt'), runOf('blank', 'four'));
  await third.hears('four.txt: imported');
  expect(await third.stop()).toBe(0);
  expect(door.count() - asked).toBe(1);
  expect(await stored()).toEqual(['four.txt', 'one.txt', 'two.txt']);
});
