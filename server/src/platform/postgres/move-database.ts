import pg from 'pg';
import type { Logger } from '../log.ts';
import { StartupProblem } from '../startup-problem.ts';
import { copyDatabase } from './copy-database.ts';
import { copyGrants, copySettings } from './database-grants.ts';
import { type Prepared, prepareDatabase } from './prepare-database.ts';
import { createFitDatabase } from './script-letters.ts';

const END_MS = 10_000;

type Moving = { url: string; name: string; next: string; former: string; log: Logger };

const quoted = (name: string) => pg.escapeIdentifier(name);

/**
 * Moves a database that knows only English letters (LC_CTYPE C) into a new one with all letters and the same name. If
 * the process ends at any point, one of the two is complete, and the next call goes on. Only for our own server.
 * @returns what the migrations did.
 */
export async function moveDatabase(url: string, log: Logger): Promise<Prepared | undefined> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const moving = { url, name, next: `${name}_being_moved_to`, former: `${name}_moved_from`, log };
  const admin = await connect(url, 'postgres');
  try {
    const { rows } = await admin.query<{ unfit: boolean }>(
      "SELECT datctype IN ('C', 'POSIX') AS unfit FROM pg_database WHERE datname = $1",
      [name],
    );
    const migrated = rows[0]?.unfit ? await move(admin, moving) : undefined;
    for (const left of [moving.next, moving.former]) await drop(admin, left);
    return migrated;
  } finally {
    await admin.end();
  }
}

async function move(admin: pg.Client, moving: Moving): Promise<Prepared> {
  const { url, name, next, former, log } = moving;
  const migrated = await prepareDatabase(urlOf(url, name), log);
  log.info('the database is moved to one that knows the letters of every script; this start takes longer');
  await drop(admin, next);
  await admin.query(createFitDatabase(next));
  // Creates the present tables in the new database.
  await prepareDatabase(urlOf(url, next), log);
  const from = await connect(url, name);
  try {
    await admin.query(`ALTER DATABASE ${quoted(name)} ALLOW_CONNECTIONS false`);
    await endOtherConnections(from);
    await fill(from, moving);
    await from.end();
    await admin.query('BEGIN');
    await admin.query(`ALTER DATABASE ${quoted(name)} RENAME TO ${quoted(former)}`);
    await admin.query(`ALTER DATABASE ${quoted(next)} RENAME TO ${quoted(name)}`);
    await admin.query('COMMIT');
    return migrated;
  } catch (error) {
    await from.end();
    await admin.query('ROLLBACK');
    await admin.query(`ALTER DATABASE ${quoted(name)} ALLOW_CONNECTIONS true`);
    await drop(admin, next);
    throw error;
  }
}

/** Ends the connections of commands. What they have not committed is lost. */
async function endOtherConnections(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    `SELECT coalesce(bool_and(pg_terminate_backend(pid, ${END_MS})), true) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  if (!rows[0]?.ended)
    throw new StartupProblem('The database has to move to another one and is in use. Start again.');
}

async function fill(from: pg.Client, { url, next }: Moving): Promise<void> {
  const to = await connect(url, next);
  try {
    await copyDatabase(from, to);
    await copyGrants(from, to, next);
    await copySettings(from, next);
  } finally {
    await to.end();
  }
}

const drop = (admin: pg.Client, name: string) =>
  admin.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);

const urlOf = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(url, name) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
