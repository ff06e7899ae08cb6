import pg from 'pg';
import { StartupProblem } from '../startup-problem.ts';
import { connectionSettings, LONG_LIMITS } from './connection-settings.ts';

/**
 * The locale (LC_CTYPE) for our own databases: it knows the letters of every script. The search for similar words
 * (pg_trgm) needs that.
 */
export const LETTERS = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';

/** Creates a database that knows letters of every script, on our own server. */
export const createFitDatabase = (name: string): string =>
  `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0 LC_CTYPE '${LETTERS}'`;

/** Two words whose letters the locale C does not recognise as letters. */
const PROBE = `
  SELECT similarity('тирзепатид', 'тирзепатид') = 1 AND similarity('チルゼパチド', 'チルゼパチド') = 1 AS fit,
    datctype AS letters, datname AS name, pg_get_userbyid(datdba) AS owner,
    CASE WHEN version() ~ 'darwin' THEN 'UTF-8' ELSE 'C.UTF-8' END AS wanted
  FROM pg_database WHERE datname = current_database()`;
type Probe = { fit: boolean; letters: string; name: string; owner: string; wanted: string };

/**
 * Call it after the migrations: the first one installs pg_trgm.
 * @throws StartupProblem if the database does not know the letters of other scripts. The message contains the statement
 * that creates a suitable database.
 */
export async function refuseUnfitLetters(db: {
  query(text: string): Promise<{ rows: Probe[] }>;
}): Promise<void> {
  const { rows } = await db.query(PROBE);
  for (const { fit, letters, name, owner, wanted } of rows) {
    if (fit) continue;
    const [other, its] = [`${name}_utf8`, owner].map((word) => pg.escapeIdentifier(word));
    throw new StartupProblem(
      `The database that DATABASE_URL names does not know the letters of every script (its LC_CTYPE is ${letters}), so nobody finds a Russian or Japanese word in it. Make another one, bring what this one holds there (pg_dump ${name} | psql ${name}_utf8), and name it in DATABASE_URL: CREATE DATABASE ${other} OWNER ${its} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE '${wanted}';`,
    );
  }
}

/** Checks a database without tables as `refuseUnfitLetters` does, and leaves nothing in it. */
export async function refuseUnfitEmpty(databaseUrl: string): Promise<void> {
  const client = new pg.Client(connectionSettings(databaseUrl, LONG_LIMITS));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await refuseUnfitLetters(client);
  } finally {
    // Closing the connection also rolls back the transaction.
    await client.end();
  }
}
