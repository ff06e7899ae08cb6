import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { ask, connect, formerDatabase, nameOf, server } from '../../testing/former-database.ts';
import { contentsOf } from '../../testing/installation.ts';
import { laterMigrations } from '../../testing/last-version.ts';
import { laboratoryDatabase, ownerUrlOf } from '../../testing/test-database.ts';
import { makeJobTables } from '../jobs/jobs.ts';
import { createLogger } from '../log.ts';
import { StartupProblem } from '../startup-problem.ts';
import { copyDatabase } from './copy-database.ts';
import { moveDatabase } from './move-database.ts';
import { prepareDatabase } from './prepare-database.ts';

const SLOW = { timeout: 120_000 };
const log = createLogger('fatal');

const lettersOf = (name: string) => server(`SELECT datctype FROM pg_database WHERE datname = '${name}'`);
/** The databases with similar names. */
const namesLike = (url: string) =>
  server(`SELECT array_agg(datname::text ORDER BY 1) FROM pg_database WHERE datname ^@ '${nameOf(url)}'`);

/** A database with all tables. */
async function migratedDatabase(): Promise<string> {
  const url = await formerDatabase();
  await prepareDatabase(url, log);
  return url;
}

/** A database with everything: a laboratory, a large file, a failed job, a role and settings. */
async function filledDatabase(): Promise<string> {
  const url = await migratedDatabase();
  const [from, to] = [await connect(ownerUrlOf(await laboratoryDatabase())), await connect(url)];
  await copyDatabase(from, to);
  await from.end();
  const role = `reader_${randomBytes(4).toString('hex')}`;
  await to.query(`CREATE ROLE ${role}`);
  onTestFinished(async () => {
    await ask(url, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`);
  });
  await to.query(
    `INSERT INTO blank (id, file_key, file_name, sha256, size_bytes, format, signal_unit, trace, uploaded_by, uploaded_at)
     SELECT gen_random_uuid(), 'raw/1', E'a\\tb\\\\.txt', 'x', 1, 'csv', 'mAU', $1, id, now() FROM user_account LIMIT 1`,
    [randomBytes(6_000_000)],
  );
  await to.query(
    "UPDATE pgboss.job SET state = 'failed' WHERE id = (SELECT min(id::text)::uuid FROM pgboss.job)",
  );
  await to.query(`GRANT SELECT, UPDATE ON user_account TO ${role} WITH GRANT OPTION`);
  await to.query(`GRANT INSERT (id) ON blank TO ${role}`);
  await to.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  await to.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss GRANT DELETE ON TABLES TO ${role}`);
  await to.query(`REVOKE CONNECT ON DATABASE ${nameOf(url)} FROM PUBLIC`);
  await to.query(`ALTER DATABASE ${nameOf(url)} SET search_path = "$user", public, pgboss`);
  await to.query(`ALTER ROLE ${role} IN DATABASE ${nameOf(url)} SET work_mem = '3MB'`);
  await to.end();
  return url;
}

/** Everything in a database, to compare. */
async function everythingOf(url: string): Promise<object> {
  const rights = `SELECT json_agg(line ORDER BY line)::text FROM (
      SELECT relname::text || ' ' || a::text AS line FROM pg_class, aclexplode(relacl) a
      WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
      UNION ALL SELECT attrelid::regclass::text || attname || a::text FROM pg_attribute, aclexplode(attacl) a
      WHERE attrelid >= 16384
      UNION ALL SELECT nspname::text || a::text FROM pg_namespace, aclexplode(nspacl) a
      UNION ALL SELECT defaclobjtype::text || a::text FROM pg_default_acl, aclexplode(defaclacl) a
      UNION ALL SELECT a::text FROM pg_database, aclexplode(datacl) a WHERE datname = current_database()
      UNION ALL SELECT setrole::regrole::text || setconfig::text FROM pg_db_role_setting
        WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS lines`;
  return {
    contents: await contentsOf(url),
    jobs: await ask(
      url,
      "SELECT json_agg(t::text ORDER BY t::text)::text FROM pgboss.job t WHERE state >= 'completed'",
    ),
    queues: await ask(url, 'SELECT json_agg(t::text ORDER BY t::text)::text FROM pgboss.queue t'),
    versions: await ask(url, 'SELECT json_agg(t::text ORDER BY t::text)::text FROM schema_migration t'),
    rights: await ask(url, rights),
  };
}

it('a database of an earlier version moves once, with all its objects and rows', SLOW, async () => {
  const url = await filledDatabase();
  const before = await everythingOf(url);
  expect(JSON.stringify(before)).toMatch(/reader_.*work_mem/);
  const lines: string[] = [];
  const telling = Object.assign(createLogger('fatal'), { info: (line: string) => lines.push(line) });
  await moveDatabase(url, telling);
  expect(await lettersOf(nameOf(url))).toBe('C.UTF-8');
  expect(await everythingOf(url)).toEqual(before);
  expect(await namesLike(url)).toEqual([nameOf(url)]);
  expect(await ask(url, "SELECT similarity('тирзепатид', 'тирзепатид')")).toBe(1);
  expect(
    await ask(url, "SELECT string_agg(w, '' ORDER BY w) FROM unnest(ARRAY['b', 'ä', 'B', 'я', 'a']) w"),
  ).toBe('Babäя');
  await expect(ask(url, 'TRUNCATE audit_entry')).rejects.toThrow(/append/);
  await moveDatabase(url, telling);
  expect(lines).toEqual([
    'the database is moved to one that knows the letters of every script; this start takes longer',
  ]);
});

it('a move that is interrupted starts again, or is cleaned up if it was nearly finished', SLOW, async () => {
  const url = await filledDatabase();
  const name = nameOf(url);
  const before = await everythingOf(url);
  await server(
    `CREATE DATABASE ${name}_being_moved_to TEMPLATE template0 LC_CTYPE 'C.UTF-8'`,
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
  );
  await expect(ask(url, 'SELECT 1')).rejects.toThrow(/not currently accepting connections/);
  // A start of the server does this before it moves the database.
  await server(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await moveDatabase(url, log);
  expect(await everythingOf(url)).toEqual(before);

  await server(`CREATE DATABASE ${name}_moved_from TEMPLATE template0 LC_CTYPE 'C' ALLOW_CONNECTIONS false`);
  await moveDatabase(url, log);
  expect(await namesLike(url)).toEqual([name]);
  expect(await everythingOf(url)).toEqual(before);
});

it('an object that no migration created stops the move, and the database stays in use', SLOW, async () => {
  const url = await migratedDatabase();
  await ask(url, 'CREATE VIEW of_mine AS SELECT id FROM user_account');
  const refusal = await moveDatabase(url, log).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartupProblem);
  expect(String(refusal)).toMatch(/what Vialproof did not make would be lost: .*view of_mine/);
  expect(await namesLike(url)).toEqual([nameOf(url)]);
  await ask(url, 'DROP VIEW of_mine');
  await moveDatabase(url, log);
  expect(await lettersOf(nameOf(url))).toBe('C.UTF-8');
});

it('a command that is connected during the move is disconnected and rolled back', SLOW, async () => {
  const url = await migratedDatabase();
  const writer = await connect(url);
  await writer.query('BEGIN');
  await writer.query("INSERT INTO rate_limit (key) VALUES ('x')");
  await moveDatabase(url, log);
  await expect(writer.query('COMMIT')).rejects.toThrow(/not queryable|terminat/);
  expect(await ask(url, 'SELECT count(*)::int FROM rate_limit')).toBe(0);
});

it('a database of the last old version is taken over and moved in one start', SLOW, async () => {
  const url = await formerDatabase();
  await ask(url, await readFile(new URL('../../testing/last-version.sql', import.meta.url), 'utf8'));
  await makeJobTables(url, log);
  const { user_account, certificate } = await contentsOf(url);
  expect(await moveDatabase(url, log)).toEqual({
    applied: await laterMigrations(),
    tookOver: true,
    isGranted: true,
  });
  expect(await lettersOf(nameOf(url))).toBe('C.UTF-8');
  expect(await contentsOf(url)).toMatchObject({ user_account, certificate });
  expect(certificate).toMatch(/^1 /);
});
