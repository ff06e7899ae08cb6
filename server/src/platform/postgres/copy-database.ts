import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartupProblem } from '../startup-problem.ts';

/** A table's name and columns, for SQL. */
type Table = { name: string; columns: string };
type Trigger = { table: string; name: string; state: 'A' | 'R' };

const ENABLE = { A: 'ENABLE ALWAYS', R: 'ENABLE REPLICA' };

/** The schemas of an installation. */
const IS_OURS = `nspname !~ '^pg_' AND nspname <> 'information_schema'`;
const NAME = "format('%I.%I', nspname, relname)";

/** All tables, without those of extensions. */
const TABLES = `
  SELECT ${NAME} AS name, string_agg(quote_ident(attname), ', ' ORDER BY attname) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace JOIN pg_attribute ON attrelid = c.oid
  WHERE ${IS_OURS} AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND NOT (nspname = 'pgboss' AND relname ~ '^queue_stats')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
  GROUP BY 1 ORDER BY 1`;

const SEQUENCES = `
  SELECT ${NAME} AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
  WHERE ${IS_OURS} AND relkind = 'S' ORDER BY 1`;

/** All objects in the database, in words. */
const INVENTORY = `
  SELECT DISTINCT thing FROM (
    SELECT pg_describe_object(classid, objid, objsubid) AS thing FROM pg_depend WHERE objid >= 16384 AND deptype <> 'e'
    UNION ALL
    SELECT pg_describe_object(classid, objid, objsubid) || ' of ' || refobjid::regrole FROM pg_shdepend
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND deptype = 'o'
  ) AS things
  WHERE thing !~ 'pg_toast|RI_ConstraintTrigger|pgboss|default privileges'`;

/**
 * Copies all rows into another database with the same tables, in one transaction. Nobody else may write meanwhile.
 * @throws StartupProblem if the first database has more objects; Error if a copy is not exact.
 */
export async function copyDatabase(from: pg.Client, to: pg.Client): Promise<void> {
  for (const client of [from, to]) await client.query('SET search_path = public');
  await refuseLosses(from, to);
  const { rows: tables } = await from.query<Table>(TABLES);
  await to.query('BEGIN');
  // Turns off the checks between tables, because these rows passed them before.
  await to.query('SET LOCAL session_replication_role = replica');
  const { rows: eager } = await to.query<Trigger>(`
    SELECT ${NAME} AS table, quote_ident(tgname) AS name, tgenabled AS state
    FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid JOIN pg_namespace n ON n.oid = relnamespace
    WHERE ${IS_OURS} AND tgenabled IN ('A', 'R')`);
  for (const { table, name } of eager) await to.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  await to.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns } of tables) {
    const rows = from.query(copyTo(`COPY (SELECT ${columns} FROM ${name}) TO STDOUT`));
    await pipeline(rows, to.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN`)));
  }
  await copySequences(from, to);
  for (const { table, name, state } of eager)
    await to.query(`ALTER TABLE ${table} ${ENABLE[state]} TRIGGER ${name}`);
  for (const table of tables) await compareTable(from, to, table);
  await to.query('COMMIT');
  await to.query('ANALYZE');
}

async function refuseLosses(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows: there } = await to.query<{ thing: string }>(INVENTORY);
  const known = new Set(there.map(({ thing }) => thing));
  const { rows: here } = await from.query<{ thing: string }>(INVENTORY);
  const lost = here.map(({ thing }) => thing).filter((thing) => !known.has(thing));
  if (lost.length === 0) return;
  throw new StartupProblem(
    `The database has to move to another one that knows the letters of every script, and what Vialproof did not make would be lost: ${lost.sort().join(', ')}. Drop it and start again.`,
  );
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string }>(SEQUENCES);
  for (const { name } of rows) {
    const { rows: values } = await from.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value, is_called FROM ${name}`,
    );
    for (const { last_value, is_called } of values)
      await to.query('SELECT setval($1, $2, $3)', [name, last_value, is_called]);
  }
}

async function compareTable(from: pg.Client, to: pg.Client, { name, columns }: Table): Promise<void> {
  const question = `SELECT count(*) AS rows, sum(hashtextextended(ROW(${columns})::text, 0)) AS digest FROM ${name}`;
  const [here, there] = [await from.query(question), await to.query(question)];
  if (JSON.stringify(here.rows) !== JSON.stringify(there.rows))
    throw new Error(`${name} was not copied as it was: ${JSON.stringify([here.rows, there.rows])}`);
}
