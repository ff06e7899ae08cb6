import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Installation } from './installation.ts';

const keptOpen = new Agent({ keepAlive: true });
const ask = (address: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { agent: keptOpen }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer));
    }).on('error', reject);
  });

test('a server that must stop first fails /readyz, then ends its connections, then closes its port', async () => {
  test.setTimeout(120_000);
  const directory = await mkdtemp(join(tmpdir(), 'vialproof draining '));
  const installation = new Installation({ DATA_DIR: directory, DRAIN_SECONDS: '3' });
  try {
    await installation.start();
    const { address } = installation;
    expect((await ask(`${address}/readyz`)).statusCode).toBe(200);
    expect((await ask(`${address}/api/config`)).headers.connection).toBe('keep-alive');
    const ended = installation.end('SIGTERM');
    await expect.poll(async () => (await ask(`${address}/readyz`)).statusCode, { intervals: [50] }).toBe(503);
    expect((await ask(`${address}/readyz?for=reading`)).statusCode).toBe(503);
    const served = await ask(`${address}/api/config`);
    expect([served.statusCode, served.headers.connection]).toEqual([200, 'close']);
    expect(await ended).toBe(0);
    await expect(ask(`${address}/readyz`)).rejects.toThrow('ECONNREFUSED');
  } finally {
    await installation.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  }
});
