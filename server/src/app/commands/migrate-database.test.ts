import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../platform/config/config.ts';
import { createLogger } from '../../platform/log.ts';
import { migrate } from '../../platform/postgres/migrate.ts';
import { SERVING_ROLE } from '../../platform/postgres/serving-role.ts';
import { call } from '../../testing/command.ts';
import { newPath } from '../../testing/installation.ts';
import { lastVersionDatabase } from '../../testing/last-version.ts';
import { emptyDatabase, servingUrlOf } from '../../testing/test-database.ts';
import { createModules, sweepJob } from '../create-modules.ts';
import { openPlatform } from '../open-platform.ts';
import { admin } from './admin.ts';

/** An empty database with its owner and a role without rights. The third role serves. */
async function threeRoles() {
  const url = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const suffix = randomUUID().slice(0, 8);
  const [owner, stranger] = [`owner_${suffix}`, `stranger_${suffix}`];
  for (const role of [owner, stranger]) await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  await client.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" OWNER TO ${owner}`);
  onTestFinished(async () => {
    await client.query(`DROP OWNED BY ${stranger}; REASSIGN OWNED BY ${owner} TO CURRENT_USER`);
    await client.query(`DROP OWNED BY ${owner}`);
    await client.query(`DROP ROLE ${owner}, ${stranger}`);
    await client.end();
  });
  const directory = await newPath('data');
  const settingsOf = (address: string) => ({ DATA_DIR: directory, DATABASE_URL: address });
  const addressOf = (role: string) =>
    Object.assign(new URL(url), { username: role, password: 'secret' }).href;
  return {
    stranger,
    owned: settingsOf(addressOf(owner)),
    strange: settingsOf(addressOf(stranger)),
    served: settingsOf(servingUrlOf(url)),
  };
}

async function run(settings: { DATABASE_URL: string }, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

it('npm run migrate creates the tables in an empty database, and gives the serving role its rights', async () => {
  const { owned, served } = await threeRoles();
  expect(await call(admin, owned, 'migrate')).toEqual({
    status: 0,
    said: expect.stringMatching(/^Applied 0001_.*\nThe role vialproof_app has its rights\.\n$/),
  });

  const platform = await openPlatform({
    config: loadConfig({ DATA_DIR: served.DATA_DIR }),
    log: createLogger('fatal'),
    databaseUrl: served.DATABASE_URL,
    port: () => 0,
  });
  const modules = createModules(platform);
  onTestFinished(async () => {
    await platform.jobs.stop(0);
    await modules.close();
    await platform.close();
  });
  expect(await migrate(platform.bulkDb.pool)).toEqual({ applied: [], tookOver: false });
  await platform.jobs.start({ work: false });
  await platform.db.transaction((tx) => platform.jobs.send(tx, sweepJob, {}));
  expect(await call(admin, owned, 'migrate')).toMatchObject({
    status: 0,
    said: expect.stringContaining('The database is up to date.\n'),
  });
  expect(await call(admin, served, 'migrate')).toMatchObject({
    status: 0,
    said: expect.stringMatching(
      /^The database is up to date\.\nNo rights were given: .* does not own the tables/,
    ),
  });

  // The role may also use tables that a later version creates.
  await run(owned, ['CREATE TABLE later (id bigserial PRIMARY KEY)']);
  const { rows } = await platform.db.pool.query('INSERT INTO later DEFAULT VALUES RETURNING id');
  expect(rows).toEqual([{ id: 1 }]);
});

it('npm run migrate takes over a database of the last old version, and reports this once', async () => {
  const settings = { DATA_DIR: await newPath('data'), DATABASE_URL: await lastVersionDatabase() };
  const first = await call(admin, settings, 'migrate');
  expect(first).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^Took over the database of the last version\./),
  });
  const second = await call(admin, settings, 'migrate');
  expect(second).toMatchObject({ status: 0, said: expect.stringMatching(/^The database is up to date\.\n/) });
});

it('npm run migrate explains which right the database role lacks', async () => {
  const { stranger, owned, strange } = await threeRoles();
  const told = {
    status: 1,
    said: expect.stringMatching(
      /^The role in DATABASE_URL may not do this \(.+\)\.[^\n]+gives the role that serves its rights\.\n$/,
    ),
  };
  expect(await call(admin, strange, 'migrate')).toEqual(told);
  await call(admin, owned, 'migrate');
  expect(await call(admin, strange, 'migrate')).toEqual(told);
  await run(owned, [`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${stranger}`]);
  const withoutQueues = await call(admin, strange, 'migrate');
  expect(withoutQueues).toMatchObject({ status: 1, said: expect.stringContaining('pgboss') });
  expect(withoutQueues.said).not.toContain('    at ');
});

it('a command ends with an explanation if its database is read-only (a standby) or refuses the password', async () => {
  const { owned } = await threeRoles();
  await call(admin, owned, 'migrate');
  const url = new URL(owned.DATABASE_URL);
  await run(owned, [`ALTER DATABASE "${url.pathname.slice(1)}" SET default_transaction_read_only = on`]);
  expect(await call(admin, owned, 'migrate')).toMatchObject({
    status: 1,
    said: expect.stringMatching(
      /The database is read-only \(.+\): DATABASE_URL leads to a standby\. Set it to the primary\.\n$/,
    ),
  });
  const wrong = { ...owned, DATABASE_URL: Object.assign(url, { password: 'wrong' }).href };
  expect(await call(admin, wrong, 'jobs')).toMatchObject({
    status: 1,
    said: expect.stringMatching(
      /^PostgreSQL does not let us in \(.+\)\. Set the password in DATABASE_URL\.\n$/,
    ),
  });
});

it('the manual creates the role to which npm run migrate gives its rights', async () => {
  const manual = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  expect(manual).toContain(`CREATE ROLE ${SERVING_ROLE} LOGIN PASSWORD`);
});
