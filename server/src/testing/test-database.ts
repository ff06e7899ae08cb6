import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { databaseUrl, TEMPLATE } from './global-setup.ts';

let connection: Promise<pg.Client> | undefined;

/** One connection a worker, which goes with it: opening one costs as much as thirty statements. */
async function admin(): Promise<pg.Client> {
  connection ??= (async () => {
    const client = new pg.Client({ connectionString: inject('serverUrl') });
    // The server may stop before the worker does.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  })();
  return connection;
}

async function run(statement: string): Promise<void> {
  await (await admin()).query(statement);
}

/** A fresh clone of the migrated template, dropped when the test is over. Answers its address. */
export const testDatabase = (): Promise<string> => create(`TEMPLATE ${TEMPLATE} STRATEGY file_copy`);

/** A database without a table, dropped when the test is over. */
export const emptyDatabase = (): Promise<string> => create('');

async function create(options: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(`CREATE DATABASE ${name} ${options}`);
  onTestFinished(() => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return databaseUrl(inject('serverUrl'), name);
}

/** Takes a test's database away while the application runs on it. */
export async function loseDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await run(`DROP DATABASE ${name} WITH (FORCE)`);
}
