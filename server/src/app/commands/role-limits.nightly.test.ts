import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { nameOf } from '../../testing/addresses.ts';
import { call, type Ended } from '../../testing/command.ts';
import { newPath, restore, settingsOf } from '../../testing/installation.ts';
import { labApp } from '../../testing/test-app.ts';
import { asOwner, emptyDatabase, ownerUrlOf } from '../../testing/test-database.ts';
import { admin } from './admin.ts';

const LIMIT_MS = 250;

/** Limits all statements of the database, except those of connections that send a limit of their own. */
const limit = (databaseUrl: string) =>
  asOwner({ databaseUrl }, `ALTER DATABASE ${nameOf(databaseUrl)} SET statement_timeout = ${LIMIT_MS}`);

/** Locks a table until a statement of `work` has waited for it longer than the limit. */
async function beyondLimit(databaseUrl: string, table: string, work: () => Promise<Ended>): Promise<Ended> {
  const client = new pg.Client({ connectionString: ownerUrlOf(databaseUrl), statement_timeout: 60_000 });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`BEGIN; LOCK TABLE ${table}`);
  const ended = work();
  const waits = async () => {
    // Another connection, because a transaction sees the same activity until its end.
    const { rows } = await asOwner<{ seconds: number }>(
      { databaseUrl },
      `SELECT extract(epoch FROM clock_timestamp() - query_start)::float AS seconds FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return Math.max(0, ...rows.map(({ seconds }) => seconds * 1_000));
  };
  await expect.poll(waits, { timeout: 60_000 }).toBeGreaterThan(2 * LIMIT_MS);
  await client.query('COMMIT');
  return ended;
}

it('a backup, a doctor and a migration go on for longer than a statement of the role may take', async () => {
  const app = await labApp();
  const settings = settingsOf(app);
  await limit(app.databaseUrl);
  const file = await newPath('backup.tgz');
  const backup = () => call(admin, settings, 'backup', file);
  expect(await beyondLimit(app.databaseUrl, 'user_account', backup)).toMatchObject({ status: 0 });
  const doctor = () => call(admin, settings, 'doctor');
  expect(await beyondLimit(app.databaseUrl, 'second_factor', doctor)).toMatchObject({ status: 0 });
  const owned = { ...settings, DATABASE_URL: ownerUrlOf(app.databaseUrl) };
  const migrate = () => call(admin, owned, 'migrate');
  expect(await beyondLimit(app.databaseUrl, 'schema_migration', migrate)).toMatchObject({ status: 0 });

  const empty = await emptyDatabase();
  await limit(empty);
  const restored = await restore(file, { DATA_DIR: await newPath('data'), DATABASE_URL: empty });
  expect(restored).toMatchObject({ status: 0 });
});
