import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { importsOf, runOf } from '../../testing/imports.ts';
import { laboratory } from '../../testing/lab.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { labApp } from '../../testing/test-app.ts';

const PROGRAM = fileURLToPath(new URL('../../../../scripts/import-agent.ts', import.meta.url));

/** Starts the program that watches a folder. Returns it with its output. */
function startAgent(folder: string, address: string, key: string) {
  const agent = spawn(process.execPath, [PROGRAM, folder], {
    env: { ...process.env, IMPORT_URL: address, IMPORT_KEY: key, IMPORT_INTERVAL_MS: '50' },
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
    agent,
    ended,
    async hears(words: string): Promise<void> {
      while (!said.some((line) => line.includes(words))) await once(lines, 'line');
    },
  };
}

it('the agent sends a file once, and sends no more after its key is revoked', async () => {
  const app = await labApp();
  const lab = await laboratory(app);
  const { key } = await importsOf(app).key(lab.admin);
  const scratch = await scratchDirectory('agent');
  onTestFinished(() => rm(scratch, { recursive: true, force: true }));
  const folder = join(scratch, 'exports');
  await mkdir(folder);
  const order = await lab.received();
  await writeFile(join(folder, 'one.txt'), runOf(`${order.taskNumber}`, 'one'));
  await writeFile(join(folder, 'two.txt'), runOf('blank', 'two'));
  await writeFile(join(folder, 'three.csv'), 'no trace');
  const first = startAgent(folder, app.platform.ownAddress(), key);
  for (const name of ['one.txt', 'two.txt', 'three.csv']) await first.hears(`${name}: `);
  first.agent.kill('SIGTERM');
  expect((await first.ended)[0]).toBe(0);
  const { rows } = await app.platform.db.pool.query('SELECT file_name FROM trace_import ORDER BY 1');
  expect(rows).toEqual([{ file_name: 'one.txt' }, { file_name: 'two.txt' }]);
  const injections = await app.request<{ data: { file_name: string }[] }>(
    `/api/lab/requests/${order.id}/injections`,
    { token: lab.analyst.token },
  );
  expect(injections.body.data.map(({ file_name }) => file_name)).toEqual(['one.txt']);

  const { body } = await app.request<{ data: { id: string }[] }>('/api/lab/keys', { token: lab.admin.token });
  await app.request(`/api/lab/keys/${body.data[0]?.id}`, { method: 'DELETE', token: lab.admin.token });
  await writeFile(join(folder, 'four.txt'), runOf('blank', 'four'));
  const second = startAgent(folder, app.platform.ownAddress(), key);
  expect((await second.ended)[0]).toBe(1);
  expect(second.said.join('\n')).not.toContain(key);
});

it('if the agent is killed before it gets the answer, the file is still imported only once', async () => {
  const app = await labApp();
  const lab = await laboratory(app);
  const { key } = await importsOf(app).key(lab.admin);
  const scratch = await scratchDirectory('agent');
  onTestFinished(() => rm(scratch, { recursive: true, force: true }));
  const folder = join(scratch, 'exports');
  await mkdir(folder);
  const order = await lab.received();
  const laboratorys = app.platform.ownAddress();
  // The server stores the file, but its answer is lost.
  const kept = Promise.withResolvers<number>();
  const wire = createServer(async (request) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(laboratorys + request.url, {
      method: 'POST',
      body: Buffer.concat(parts),
      headers: { authorization, 'content-type': type },
    });
    kept.resolve(answer.status);
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  onTestFinished(() => {
    wire.closeAllConnections();
    wire.close();
  });
  await writeFile(join(folder, 'one.txt'), runOf(`${order.taskNumber}`, 'one'));
  const first = startAgent(folder, `http://127.0.0.1:${(wire.address() as AddressInfo).port}`, key);
  expect(await kept.promise).toBe(201);
  first.agent.kill('SIGKILL');
  await first.ended;

  await writeFile(join(folder, 'two.txt'), runOf('blank', 'two'));
  const second = startAgent(folder, laboratorys, key);
  await second.hears(`one.txt: imported before, for request ${order.id}`);
  await second.hears('two.txt: imported, waits in the queue');
  second.agent.kill('SIGTERM');
  expect((await second.ended)[0]).toBe(0);
  const { rows } = await app.platform.db.pool.query('SELECT file_name FROM trace_import ORDER BY 1');
  expect(rows).toEqual([{ file_name: 'one.txt' }, { file_name: 'two.txt' }]);
});
