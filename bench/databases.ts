import { join } from 'node:path';
import pg from 'pg';
import { CATALOG } from '../server/database/seed/catalog.ts';
import { seedManyTests } from '../server/database/seed/many-tests.ts';
import { createApp } from '../server/src/app/create-app.ts';
import type { Modules } from '../server/src/app/create-modules.ts';
import { loadConfig } from '../server/src/platform/config.ts';
import { createLogger } from '../server/src/platform/log.ts';
import { migrate } from '../server/src/platform/migrate.ts';
import { throwawayPostgres } from '../server/src/testing/throwaway-postgres.ts';

export type BenchDatabase = { url: string; dataDirectory: string; tests: number };
export type Databases = Awaited<ReturnType<typeof openDatabases>>;

/** A PostgreSQL of the benchmark's own, of the kind that is thrown away (no waiting for a disk), and databases with as many tests as asked for. */
export async function openDatabases() {
  const postgres = await throwawayPostgres('bench', createLogger('error'));
  const made = new Map<string, BenchDatabase>();

  async function make(name: string, tests: number, withResults: boolean): Promise<BenchDatabase> {
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    const database = { url: url.href, dataDirectory: join(postgres.directory, name), tests };
    const started = performance.now();
    await withApp(database, async (modules) => {
      const { bulkDb, clock } = modules.platform;
      await migrate(bulkDb.pool);
      await modules.catalog.addMissing([...CATALOG]);
      await seedManyTests(bulkDb.pool, {
        from: 1,
        to: tests,
        now: clock.now(),
        withResults,
      });
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`  seeded ${tests.toLocaleString('en')} tests in ${seconds} s\n`);
    return database;
  }

  return {
    /** The database with so many tests; made at the first asking. */
    async withTests(
      tests: number,
      { withResults = tests <= 100_000 }: { withResults?: boolean } = {},
    ): Promise<BenchDatabase> {
      const name = `bench_${tests}${withResults ? '_results' : ''}`;
      const known = made.get(name) ?? (await make(name, tests, withResults));
      made.set(name, known);
      return known;
    },
    close: postgres.stop,
  };
}

/** The application in this process: its modules, without anybody listening and without jobs. */
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
