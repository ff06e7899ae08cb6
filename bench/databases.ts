import { join } from 'node:path';
import pg from 'pg';
import { CATALOG } from '../server/database/seed/catalog.ts';
import { COMPOUND_NAMES } from '../server/database/seed/compound-names.ts';
import { seedManyTests } from '../server/database/seed/many-tests.ts';
import { createApp } from '../server/src/app/create-app.ts';
import type { Modules } from '../server/src/app/create-modules.ts';
import { addMissingItems } from '../server/src/modules/catalog/catalog.service.ts';
import { addMissingCompounds } from '../server/src/modules/makers/makers.service.ts';
import { countAnswers } from '../server/src/modules/publications/publications.service.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { loadConfig } from '../server/src/platform/config/config.ts';
import { createLogger } from '../server/src/platform/log.ts';
import { openDatabase } from '../server/src/platform/postgres/database.ts';
import { prepareDatabase } from '../server/src/platform/postgres/prepare-database.ts';
import { throwawayPostgres } from '../server/src/testing/throwaway-postgres.ts';

export type BenchDatabase = { url: string; dataDirectory: string; tests: number };
export type Databases = Awaited<ReturnType<typeof openDatabases>>;

/**
 * Marks the stored answers that the job must count: those about the whole list, and about compounds, makers and batches
 * with many tests.
 */
const MARK_ANSWERS = `
  INSERT INTO public_answer_mark (kind, subject_id, takes_away)
  SELECT 'list', '', false UNION ALL
  SELECT kind, id, false FROM counted_test, LATERAL (VALUES
    ('compound', compound_id), ('maker', maker_id::text), ('batch', batch_id::text)) AS of (kind, id)
  WHERE id IS NOT NULL GROUP BY kind, id HAVING count(*) >= 200`;

/**
 * A temporary PostgreSQL for the benchmark, which does not wait for the disk, and databases with any number of tests.
 */
export async function openDatabases() {
  const postgres = await throwawayPostgres('bench', createLogger('error'));
  const made = new Map<string, BenchDatabase>();

  async function make(name: string, tests: number): Promise<BenchDatabase> {
    const admin = new pg.Client({ connectionString: postgres.ownerUrl });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    const ownerUrl = urlOf(postgres.ownerUrl, name);
    const database = { url: urlOf(postgres.url, name), dataDirectory: join(postgres.directory, name), tests };
    const started = performance.now();
    const seconds = () => Math.round((performance.now() - started) / 1000);
    await prepareDatabase(ownerUrl, createLogger('error'));
    await withApp(database, async (modules) => {
      await addMissingItems(modules.catalog, [...CATALOG]);
      await addMissingCompounds(modules.makers, COMPOUND_NAMES);
    });
    const owner = openDatabase(ownerUrl, { max: 1 });
    await seedManyTests(owner.pool, { from: 1, to: tests, now: systemClock.now(), withResults: true });
    await owner.close();
    process.stdout.write(`  seeded ${tests.toLocaleString('en')} tests in ${seconds()} s\n`);
    await countStoredAnswers(database);
    process.stdout.write(`  counted their stored answers, ${seconds()} s in all\n`);
    return database;
  }

  return {
    /** The database with this number of tests; the first call creates it. */
    async withTests(tests: number): Promise<BenchDatabase> {
      const name = `bench_${tests}`;
      const known = made.get(name) ?? (await make(name, tests));
      made.set(name, known);
      return known;
    },
    close: postgres.stop,
  };
}

const urlOf = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Runs `work` with the modules of an application in this process, without a port and without jobs. */
export async function withApp<T>(
  { url, dataDirectory }: BenchDatabase,
  work: (modules: Modules) => Promise<T>,
): Promise<T> {
  const config = loadConfig({ DATA_DIR: dataDirectory, LOG_LEVEL: 'error' });
  const app = await createApp({ config, log: createLogger('error'), databaseUrl: url, port: () => 0 });
  try {
    return await work(app.modules);
  } finally {
    await app.close();
  }
}

/** Stores the answers that jobs would have stored. */
const countStoredAnswers = (database: BenchDatabase): Promise<void> =>
  withApp(database, async ({ platform, publications }) => {
    await platform.bulkDb.pool.query(MARK_ANSWERS);
    await countAnswers(publications);
  });
