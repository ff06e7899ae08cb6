import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { databaseProxy } from '../testing/database-proxy.ts';
import { testDatabase } from '../testing/test-database.ts';
import { openDatabase, type Tx } from './database.ts';
import { transactionWithFiles } from './file-transaction.ts';
import { refuse } from './refusal.ts';

/** A table of files, and a store of them that is a map. */
async function store() {
  const { url, state } = await databaseProxy(await testDatabase());
  const db = openDatabase(url);
  onTestFinished(() => db.close());
  await db.pool.query('CREATE TABLE kept (key text PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)');
  const stored = new Map<string, Uint8Array>();
  const files = {
    put: async (key: string, bytes: Uint8Array) => void stored.set(key, bytes),
    get: async (key: string) => stored.get(key) ?? new Uint8Array(),
    remove: async (key: string) => void stored.delete(key),
  };
  const said: unknown[] = [];
  const log = { error: (...words: unknown[]) => said.push(words) };
  const run = <T>(work: Parameters<typeof transactionWithFiles<T>>[1]) =>
    transactionWithFiles({ db, files, log }, work);
  const insert = (tx: Tx, key: string) => tx.execute(sql`INSERT INTO kept VALUES (${key})`);
  const rows = async () => {
    const found = await db.pool.query<{ key: string }>('SELECT key FROM kept ORDER BY key');
    return found.rows.map(({ key }) => key);
  };
  return { state, stored, said, run, insert, rows, db };
}

const BYTES = Uint8Array.of(1);

describe('a transaction with files', () => {
  it('keeps the file of a row whose COMMIT was heard and whose answer was lost', async () => {
    const { state, stored, run, insert, rows } = await store();
    await run(async (tx, changes) => {
      await changes.put('old', BYTES, 'text/plain');
      await insert(tx, 'old');
    });
    state.death = 'after';
    const failed = run(async (tx, changes) => {
      await changes.put('new', BYTES, 'text/plain');
      await insert(tx, 'new');
      await tx.execute(sql`DELETE FROM kept WHERE key = 'old'`);
      changes.discard('old');
    });
    await expect(failed).rejects.toThrow();
    state.death = undefined;
    expect(await rows()).toEqual(['new']);
    expect([...stored.keys()]).toEqual(['new']);
  });

  it('removes the file of a row that was deleted by a COMMIT whose answer was lost', async () => {
    const { state, stored, run, insert, rows } = await store();
    await run(async (tx, changes) => {
      await changes.put('old', BYTES, 'text/plain');
      await insert(tx, 'old');
    });
    state.death = 'after';
    const failed = run(async (tx, changes) => {
      await tx.execute(sql`DELETE FROM kept WHERE key = 'old'`);
      changes.discard('old');
    });
    await expect(failed).rejects.toThrow();
    state.death = undefined;
    expect(await rows()).toEqual([]);
    expect([...stored.keys()]).toEqual([]);
  });

  it('removes the file of a row whose COMMIT was never heard', async () => {
    const { state, stored, run, insert, rows } = await store();
    state.death = 'before';
    const failed = run(async (tx, changes) => {
      await changes.put('new', BYTES, 'text/plain');
      await insert(tx, 'new');
    });
    await expect(failed).rejects.toThrow();
    state.death = undefined;
    expect(await rows()).toEqual([]);
    expect([...stored.keys()]).toEqual([]);
  });

  it('keeps the file, and says so, when nobody can tell what became of its row', async () => {
    const { state, stored, said, run, insert, db } = await store();
    state.death = 'after';
    const failed = run(async (tx, changes) => {
      await changes.put('new', BYTES, 'text/plain');
      await insert(tx, 'new');
      // The database is gone for whoever asks next.
      db.pool.connect = () => Promise.reject(new Error('Connection terminated'));
      db.pool.query = () => Promise.reject(new Error('Connection terminated'));
    });
    await expect(failed).rejects.toThrow();
    expect([...stored.keys()]).toEqual(['new']);
    expect(JSON.stringify(said)).toContain('new');
  });

  it('removes what was stored when the work fails, refuses, or is refused at its COMMIT', async () => {
    const { stored, run, insert, rows } = await store();
    const put = (key: string) =>
      run(async (tx, changes) => {
        await changes.put(key, BYTES, 'text/plain');
        await insert(tx, 'one');
      });
    await put('first');
    // The key is checked at the end: the COMMIT itself fails.
    await expect(put('second')).rejects.toThrow();
    await expect(
      run(async (_, changes) => {
        await changes.put('third', BYTES, 'text/plain');
        throw new Error('a mistake');
      }),
    ).rejects.toThrow('a mistake');
    const refused = await run(async (_, changes) => {
      await changes.put('fourth', BYTES, 'text/plain');
      return refuse('wrong_state');
    });
    expect(refused).toMatchObject({ code: 'wrong_state' });
    expect([...stored.keys()]).toEqual(['first']);
    expect(await rows()).toEqual(['one']);
  });
});
