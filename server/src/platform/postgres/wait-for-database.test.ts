import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { waitForDatabase } from './wait-for-database.ts';

describe('a start waits until the database is available', () => {
  it('a start waits for the database, and prints one message', async () => {
    const real = new URL(await testDatabase());
    const proxy = createServer((socket) => {
      const upstream = connect(Number(real.port), real.hostname);
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
      socket.pipe(upstream).pipe(socket);
    });
    // The port is free, and listens only after a first connection was refused.
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as { port: number };
    proxy.close();
    await once(proxy, 'close');
    const db = openDatabase(Object.assign(new URL(real), { port: String(port) }).href);
    onTestFinished(async () => {
      await db.close();
      proxy.close();
    });
    const said: string[] = [];
    const log = {
      warn(words: string) {
        said.push(words);
        proxy.listen(port, '127.0.0.1');
      },
    } as unknown as Parameters<typeof waitForDatabase>[1]['log'];
    await waitForDatabase(db.pool, { log, signal: new AbortController().signal });
    expect(said).toEqual([expect.stringContaining('does not answer yet')]);
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('a start ends with an error if the database never answers, and at once for a wrong password', async () => {
    const silent = { warn: () => undefined } as unknown as Parameters<typeof waitForDatabase>[1]['log'];
    const { signal } = new AbortController();
    const nobody = openDatabase('postgres://x:y@127.0.0.1:1/z');
    await expect(waitForDatabase(nobody.pool, { log: silent, signal, seconds: 0 })).rejects.toThrow(
      /^The database does not answer \(.*ECONNREFUSED.*\)\. Start PostgreSQL, or set DATABASE_URL\.$/,
    );
    const wrong = new URL(await testDatabase());
    wrong.password = 'wrong';
    const db = openDatabase(wrong.href);
    await expect(waitForDatabase(db.pool, { log: silent, signal })).rejects.toThrow(/password/);
    await Promise.all([nobody.close(), db.close()]);
  });
});
