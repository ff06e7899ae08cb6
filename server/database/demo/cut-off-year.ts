import pg from 'pg';
import { createFitDatabase } from '../../src/platform/postgres/script-letters.ts';
import { StartupProblem } from '../../src/platform/startup-problem.ts';
import { DEMO_PEOPLE } from './people.ts';

/** The number of the database lock while the demo data of a year are created. It has no meaning. */
export const YEAR_LOCK = 7_239_115;
const CUT_OFF =
  'An earlier start ended before its year of demo tests was whole. The year begins anew by itself only in the embedded database, and only if this release began it and nobody but the demo people has an account or watches a page. Set SEED_DEMO=0 to keep what there is, or start on an empty database.';
const IN_USE =
  'An earlier start ended before its year of demo tests was whole. The year cannot begin anew while a command uses the database. End the command and start again.';
/** PostgreSQL's code for "object in use". */
const OBJECT_IN_USE = '55006';

/**
 * Begins the demo year before `now`. False if there is one, or if somebody has ordered.
 * @throws StartupProblem if an earlier process began the year and did not finish it.
 */
export async function beginYear(client: pg.PoolClient, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO demo_year (ends_at, began_empty) SELECT $1, NOT EXISTS (SELECT FROM user_account) AND NOT EXISTS (SELECT FROM watcher)
     WHERE NOT EXISTS (SELECT FROM test_request) ON CONFLICT (one) DO NOTHING`,
    [now],
  );
  if (rowCount === 1) return true;
  const { rows } = await client.query('SELECT FROM demo_year WHERE finished_at IS NULL');
  if (rows.length > 0) throw new StartupProblem(CUT_OFF);
  return false;
}

/** For a start that creates no demo year: an unfinished one stays, because another process may still work on it. */
export async function keepCutOffYear(pool: Pick<pg.Pool, 'query'>, now: Date): Promise<void> {
  await pool.query(
    'UPDATE demo_year SET finished_at = $1 WHERE finished_at IS NULL AND pg_try_advisory_xact_lock($2)',
    [now, YEAR_LOCK],
  );
}

/**
 * If creating the demo year was interrupted, deletes the database and creates it again. Returns whether it did. Only
 * demo data are lost, because no visitor has used the site yet.
 */
export async function emptyCutOffYear(url: string): Promise<boolean> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  if (!(await withClient(url, name, holdsCutOffYear))) return false;
  await withClient(url, 'postgres', async (admin) => {
    // PostgreSQL refuses this while a command uses the database.
    await admin.query(`DROP DATABASE ${pg.escapeIdentifier(name)}`).catch((error: { code?: unknown }) => {
      throw error.code === OBJECT_IN_USE ? new StartupProblem(IN_USE) : error;
    });
    await admin.query(createFitDatabase(name));
  });
  return true;
}

async function holdsCutOffYear(client: pg.Client): Promise<boolean> {
  const { rowCount: columns } = await client.query(
    "SELECT FROM information_schema.columns WHERE table_name = 'demo_year' AND column_name = 'began_empty'",
  );
  if (columns === 0) return false;
  const { rowCount } = await client.query(
    `SELECT FROM demo_year WHERE finished_at IS NULL AND began_empty
       AND NOT EXISTS (SELECT FROM user_account WHERE email <> ALL ($1)) AND NOT EXISTS (SELECT FROM watcher)`,
    [DEMO_PEOPLE.map(({ email }) => email)],
  );
  return rowCount === 1;
}

async function withClient<T>(url: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connectionString = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
