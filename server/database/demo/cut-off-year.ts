import pg from 'pg';
import { createFitDatabase } from '../../src/platform/postgres/script-letters.ts';
import { StartupProblem } from '../../src/platform/startup-problem.ts';
import { DEMO_PEOPLE } from './people.ts';

/** Any fixed number: the advisory lock of the process that creates the year. */
export const YEAR_LOCK = 7_239_115;
const CUT_OFF =
  'An earlier start ended before its year of demo tests was whole. The year begins anew by itself only in the embedded database, and only if this release began it and nobody but the demo people has an account or watches a page. Set SEED_DEMO=0 to keep what there is, or start on an empty database.';
const IN_USE =
  'An earlier start ended before its year of demo tests was whole. The year cannot begin anew while a command uses the database. End the command and start again.';
/** SQLSTATE object_in_use. */
const OBJECT_IN_USE = '55006';

/**
 * Starts the year that ends at `now`, if there are no orders; false if a year was finished or there are orders.
 * @throws StartupProblem if a year was started and not finished.
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

/**
 * For a start without a demo year: an interrupted year stays as it is, and a year in creation by another process, too.
 */
export async function keepCutOffYear(pool: Pick<pg.Pool, 'query'>, now: Date): Promise<void> {
  await pool.query(
    'UPDATE demo_year SET finished_at = $1 WHERE finished_at IS NULL AND pg_try_advisory_xact_lock($2)',
    [now, YEAR_LOCK],
  );
}

/**
 * Recreates the database on our own server, before any other use, if it contains an interrupted demo year; true if it
 * did. Only demo data is lost: there were no accounts and watches when the year began, there are only demo people and
 * no watches now, and no start has served since.
 */
export async function emptyCutOffYear(url: string): Promise<boolean> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  if (!(await withClient(url, name, holdsCutOffYear))) return false;
  await withClient(url, 'postgres', async (admin) => {
    // Fails while a command uses it, which may be creating an account.
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
