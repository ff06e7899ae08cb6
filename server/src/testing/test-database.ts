import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { LABORATORY_TEMPLATE, TEMPLATE, urlOf } from './global-setup.ts';

/** Registers cleanup for the end of a test, or of a file's last test. */
export type AtEnd = (work: () => Promise<void>) => void;

let connection: Promise<pg.Client> | undefined;

/** One connection per worker, closed with it: opening one costs as much as thirty statements. */
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

/** A fresh clone of the migrated template, dropped after the test. Returns its address. */
export const testDatabase = (atEnd?: AtEnd): Promise<string> => create(cloneOf(TEMPLATE), atEnd);

/** A fresh clone of the template with a laboratory. */
export const laboratoryDatabase = (atEnd?: AtEnd): Promise<string> =>
  create(cloneOf(LABORATORY_TEMPLATE), atEnd);

/** A database without tables, dropped after the test. */
export const emptyDatabase = (atEnd?: AtEnd): Promise<string> => create('', atEnd);

const cloneOf = (template: string) => `TEMPLATE ${template} STRATEGY file_copy`;

async function create(options: string, atEnd: AtEnd = onTestFinished): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(`CREATE DATABASE ${name} ${options}`);
  atEnd(() => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return urlOf(inject('serverUrl'), name);
}

/** Drops a test's database while the application runs on it. */
export async function loseDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await run(`DROP DATABASE ${name} WITH (FORCE)`);
}
