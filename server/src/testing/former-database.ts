import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { emptyDatabase } from './test-database.ts';

/** A connection to this database. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The first column of the first row of the last statement. */
export async function ask(url: string, ...statements: string[]): Promise<unknown> {
  const client = await connect(url);
  try {
    let answer: unknown;
    for (const text of statements) answer = (await client.query({ text, rowMode: 'array' })).rows?.[0]?.[0];
    return answer;
  } finally {
    await client.end();
  }
}

/** Asks the test server as its owner. */
export const server = (...statements: string[]) => ask(inject('ownerUrl'), ...statements);

/** The name in the address of a database. */
export const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** An empty database of an old version, which knows no letters beyond ASCII. */
export async function formerDatabase(): Promise<string> {
  const url = await emptyDatabase();
  const name = nameOf(url);
  await server(`DROP DATABASE ${name}`, `CREATE DATABASE ${name} TEMPLATE template0 LC_CTYPE 'C'`);
  onTestFinished(async () => {
    for (const end of ['being_moved_to', 'moved_from'])
      await server(`DROP DATABASE IF EXISTS ${name}_${end} WITH (FORCE)`);
  });
  return url;
}
