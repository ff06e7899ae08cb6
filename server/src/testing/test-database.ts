import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { LABORATORY_TEMPLATE, TEMPLATE, urlOf } from './global-setup.ts';

/** Registers a function that runs after a test, or after the last test of a file. */
export type AtEnd = (work: () => Promise<void>) => void;

let connection: Promise<pg.Client> | undefined;

/** One connection for each test worker, because opening one costs as much as thirty statements. */
async function admin(): Promise<pg.Client> {
  connection ??= (async () => {
    const client = new pg.Client({ connectionString: inject('ownerUrl') });
    // The server may stop before the worker.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  })();
  return connection;
}

async function run(statement: string): Promise<void> {
  await (await admin()).query(statement);
}

/**
 * A new copy of the database with all tables. It is deleted after the test. Returns its address for the role that
 * serves.
 */
export const testDatabase = (atEnd?: AtEnd): Promise<string> => create(cloneOf(TEMPLATE), atEnd);

/** A new copy of the database that has a laboratory. */
export const laboratoryDatabase = (atEnd?: AtEnd): Promise<string> =>
  create(cloneOf(LABORATORY_TEMPLATE), atEnd);

/** A database without tables. It is deleted after the test. Returns its address for the owner. */
export const emptyDatabase = async (atEnd?: AtEnd): Promise<string> => ownerUrlOf(await create('', atEnd));

/** The address of a database for its owner, who can change tables and switch triggers off. */
export const ownerUrlOf = (url: string): string => urlAs(inject('ownerUrl'), url);

/** The address of a database for the role that serves. */
export const servingUrlOf = (url: string): string => urlAs(inject('serverUrl'), url);

function urlAs(role: string, url: string): string {
  const { username, password } = new URL(role);
  return Object.assign(new URL(url), { username, password }).href;
}

/** Runs a statement as the owner of the database. */
export async function asOwner<Row extends pg.QueryResultRow>(
  { databaseUrl }: { databaseUrl: string },
  statement: string,
  values?: unknown[],
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: ownerUrlOf(databaseUrl) });
  await client.connect();
  return client.query<Row>(statement, values).finally(() => client.end());
}

const cloneOf = (template: string) => `TEMPLATE ${template} STRATEGY file_copy`;

async function create(options: string, atEnd: AtEnd = onTestFinished): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(`CREATE DATABASE ${name} ${options}`);
  atEnd(() => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return urlOf(inject('serverUrl'), name);
}

/** Deletes the database of a test while the application uses it. */
export async function loseDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await run(`DROP DATABASE ${name} WITH (FORCE)`);
}
