import { createHash } from 'node:crypto';
import type pg from 'pg';
import { StartupProblem } from '../startup-problem.ts';
import { describeSchema, differences } from './schema-description.ts';

/**
 * The last version that can be updated. Its migrations were 0001 to 0067; the hash is made of them. The present ones
 * (the baseline) start anew.
 */
const LAST = {
  name: 'bffe2249 of 27 November 2026',
  sha256: '811f062b94cd2358ab0fb86a18c9ff4d35821a8e747ffa6ace1f753a4d59e075',
};
const FIRST_MIGRATION = '0001_foundation.sql';

const SHOWN = 5;

type Migration = { name: string; sha256: string };

/** Whether these migrations are from before the present first ones (the baseline). */
export const isBeforeBaseline = (migrations: Migration[]): boolean =>
  migrations.some(({ name }) => name === FIRST_MIGRATION);

/** Whether these are exactly those of the last old version. */
export function isLastVersion(migrations: Migration[]): boolean {
  const lines = migrations.map(({ name, sha256 }) => `${name} ${sha256}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex') === LAST.sha256;
}

/** @param what what is too old, for the sentence: 'The database'. */
export const tooOld = (what: string, advice: string): StartupProblem =>
  new StartupProblem(
    `${what} is of a version before the last one that this one takes over (commit ${LAST.name}). ${advice}`,
  );

/**
 * Whether a table had rows for the public list or for pages of compounds, makers and batches. Such tables are built
 * anew.
 */
export const isFormerPublicTable = (name: string): boolean => /^(public_test|dossier_)/.test(name);

/**
 * Updates a database of the last old version: replaces the tables of public data, and checks that all others are as the
 * new version needs them.
 * @throws StartupProblem for an older version, or with the differences.
 */
export async function takeOver(
  client: pg.ClientBase,
  before: Migration[],
  baseline: { name: string; text: string }[],
): Promise<void> {
  if (!isLastVersion(before)) {
    throw tooOld('The database', 'Start that one on it first, once, and then this one.');
  }
  await dropPublicTables(client);
  for (const { name, text } of baseline) if (isOfPublications(name)) await client.query(text);
  const found = differences(await describeBaseline(client, baseline), await describeSchema(client));
  if (found.length > 0) {
    const more = found.length > SHOWN ? `, and ${found.length - SHOWN} more` : '';
    throw new StartupProblem(
      `The database is not as the last version (commit ${LAST.name}) made it: ${found.slice(0, SHOWN).join('; ')}${more}. Nothing was changed. Put that right and start again.`,
    );
  }
  await refuseOlderRows(client);
  await dropSchedules(client);
  await client.query('DELETE FROM schema_migration');
}

const HAS_NO = (table: string, column: string) =>
  `NOT EXISTS (SELECT FROM ${table} other WHERE other.${column})`;
/** Rows from still older versions, which the new version cannot read. */
const OLDER_ROWS = {
  certificate: `result_json IS NULL OR signed_by IS NULL OR ${HAS_NO('certificate_log', 'certificate_id = certificate.id')}`,
  registration: 'log_index IS NULL',
  test_request: `received_at IS NOT NULL AND ${HAS_NO('registration', 'request_id = test_request.id')}`,
  chromatogram: "uncounted IS NULL OR proposal IS NULL OR warnings <> '[]' OR history_since IS NOT NULL",
  photo_redaction: 'boxes IS NULL',
};

/** @throws StartupProblem with the number of rows that only older versions can read. */
export async function refuseOlderRows(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  for (const [table, lacks] of Object.entries(OLDER_ROWS)) {
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${table} WHERE ${lacks}`,
    );
    const n = rows[0]?.n ?? 0;
    if (n === 0) continue;
    throw new StartupProblem(
      `${n} ${n === 1 ? 'row' : 'rows'} of the table ${table} came from a version before commit ${LAST.name}, and this one does not read them. Start that version on it first, and let it finish its jobs; rows that it leaves so, this one cannot take over.`,
    );
  }
}

/** The last of the first migrations. */
export const isOfPublications = (name: string): boolean => name.endsWith('_publications.sql');

async function dropPublicTables(client: pg.ClientBase): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename ~ '^(public_test|dossier_)'`);
  if (tables.length > 0) await client.query(`DROP TABLE ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
  const { rows: functions } = await client.query<{ name: string }>(`
    SELECT oid::regprocedure::text AS name FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND proname ~ '^(public_test_|text_grams$)'`);
  for (const { name } of functions) await client.query(`DROP FUNCTION ${name}`);
  // The times that the laboratory takes are now computed from the public tables.
  await client.query('DROP INDEX IF EXISTS test_request_received, result_revision_replaced');
}

/** Deletes jobs that old versions started at fixed times. */
async function dropSchedules(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(
    "SELECT to_regclass('pgboss.schedule') IS NOT NULL AS has",
  );
  if (!rows[0]?.has) return;
  await client.query(
    "DELETE FROM pgboss.schedule WHERE name IN ('makers.name-older', 'dossiers.catch-up', 'listing.sort-in')",
  );
}

/** Creates the tables of the new version beside the old ones for a moment, and describes them. */
async function describeBaseline(
  client: pg.ClientBase,
  baseline: { text: string }[],
): Promise<Map<string, string>> {
  await client.query('SAVEPOINT described');
  await client.query('CREATE SCHEMA vialproof_baseline');
  // Extensions stay where they are.
  await client.query(
    "SELECT set_config('search_path', 'vialproof_baseline, ' || current_setting('search_path'), true)",
  );
  for (const { text } of baseline) await client.query(text);
  const described = await describeSchema(client);
  await client.query('ROLLBACK TO SAVEPOINT described');
  return described;
}
