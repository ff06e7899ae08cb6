import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { CATALOG } from '../../database/seed/catalog.ts';
import { COMPOUND_NAMES } from '../../database/seed/compound-names.ts';
import { COMPOUNDS } from '../../database/seed/compounds.ts';
import { TEMPLATES } from '../../database/seed/templates.ts';
import { createApp } from '../app/create-app.ts';
import { loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { throwawayPostgres } from './throwaway-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser address of the test server; the database name is appended by the harness. */
    serverUrl: string;
  }
}

export const TEMPLATE = 'vialproof_template';

/** The address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Once a run: a throwaway PostgreSQL with one migrated database that every test clones, with queues, price list and templates. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const log = createLogger('error');
  const postgres = await throwawayPostgres('test', log);
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);

  const config = loadConfig({ DATA_DIR: postgres.directory, LOG_LEVEL: 'error' });
  const { platform, modules, close } = await createApp({
    config,
    log,
    databaseUrl: databaseUrl(postgres.url, TEMPLATE),
    port: () => 0,
  });
  await migrate(platform.bulkDb.pool);
  await platform.jobs.start({ work: false });
  await platform.jobs.stop();
  await modules.catalog.addMissing(CATALOG);
  await modules.methods.addMissing(TEMPLATES, COMPOUNDS);
  await modules.makers.addMissing(COMPOUND_NAMES);
  await close();
  await admin.query(`ALTER DATABASE ${TEMPLATE} WITH is_template true allow_connections false`);
  await admin.end();

  project.provide('serverUrl', postgres.url);
  return postgres.stop;
}
