import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
    env: { ...process.env, IMPORT_URL: address, IMPORT_KEY: key, IMPORT_EVERY_SECONDS: '0.05' },
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
  const folder = await scratchDirectory('agent');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const door = await frontDoor(app.platform.ownAddress());
  const stored = async () =>
    (
      await app.platform.db.pool.query<{ file_name: string }>('SELECT file_name FROM trace_import ORDER BY 1')
    ).rows.map(({ file_name }) => file_name);
  return { app, lab, key, folder, door, stored, start: () => startAgent(folder, door.address, key) };
}

it('the agent sends each finished file once, also when it is killed in the middle and the laboratory is away', async () => {
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

  await mkdir(join(folder, 'batch'));
  await writeFile(join(folder, 'batch/two.txt'), runOf('blank', 'two'));
  door.once(async (_, answer) => {
    answer.writeHead(503, { 'content-type': 'application/json' }).end('{"detail":"Away."}');
  });
  const second = start();
  await second.hears('two.txt: sent, waits for somebody');
  await second.hears(`one.txt: known already, task ${order.taskNumber}`);
  expect(second.said.join('\n')).toContain('not taken (503): Away.; next try in');
  expect(await stored()).toEqual(['one.txt', 'two.txt']);
  expect(await second.stop()).toBe(0);
  expect(second.said.at(-1)).toContain('ended');

  // A line that a kill has cut, and a copy of what was sent.
  await appendFile(join(folder, '.import-agent.jsonl'), '{"sha256":"');
  await writeFile(join(folder, 'copy.txt'), await readFile(join(folder, 'one.txt')));
  await writeFile(join(folder, 'three.csv'), 'no trace');
  const asked = door.count();
  const third = start();
  await third.hears('three.csv: refused (422)');
  await writeFile(join(folder, 'four.txt'), runOf('blank', 'four'));
  await third.hears('four.txt: sent');
  expect(await third.stop()).toBe(0);
  expect(door.count() - asked).toBe(2);
  expect(await stored()).toEqual(['four.txt', 'one.txt', 'two.txt']);
  expect((await readdir(folder)).sort()).toEqual(
    ['.import-agent.jsonl', 'batch', 'copy.txt', 'four.txt', 'one.txt', 'three.csv'].sort(),
  );
});

it('the agent keeps a file for later while its key is not taken', async () => {
  const { app, lab, key, folder, stored, start } = await folderOfInstrument();
  await writeFile(join(folder, 'one.txt'), runOf('blank', 'one'));
  const { body } = await app.request<{ data: { id: string }[] }>('/api/lab/keys', { token: lab.admin.token });
  await app.request(`/api/lab/keys/${body.data[0]?.id}`, { method: 'DELETE', token: lab.admin.token });
  const agent = start();
  await agent.hears('one.txt: not taken (401)');
  expect(await agent.stop()).toBe(0);
  expect(agent.said.join('\n')).not.toContain(key);
  expect(await readFile(join(folder, '.import-agent.jsonl'), 'utf8')).toBe('');
  expect(await stored()).toEqual([]);
});
