import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { BUDGETED_TEMPLATES } from '../../database/demo/templates.ts';
import { CATALOG } from '../../database/seed/catalog.ts';
import { COMPOUND_NAMES } from '../../database/seed/compound-names.ts';
import { COMPOUNDS } from '../../database/seed/compounds.ts';
import { createApp } from '../app/create-app.ts';
import { openWorkerPools } from '../app/worker-pools.ts';
import { addMissingItems } from '../modules/catalog/catalog.service.ts';
import { addMissingCompounds } from '../modules/makers/makers.service.ts';
import { addMissingMethods } from '../modules/methods/methods.service.ts';
import { loadConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log.ts';
import { prepareDatabase } from '../platform/postgres/prepare-database.ts';
import { laboratory } from './lab.ts';
import { openApp } from './open-app.ts';
import type { PreparedLaboratory, PreparedOrder, PreparedState } from './prepared-laboratory.ts';
import { throwawayPostgres } from './throwaway-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The addresses of the test server, for the role that serves and for the owner. Tests add the name of a database. */
    serverUrl: string;
    ownerUrl: string;
    laboratory: PreparedLaboratory;
  }
}

export const TEMPLATE = 'vialproof_template';
export const LABORATORY_TEMPLATE = 'vialproof_laboratory';

/** How many orders of each state are prepared for tests. No test needs more. */
const ORDERS: [state: PreparedState, visibility: 'public' | 'private', count: number][] = [
  ['ordered', 'public', 2],
  ['ordered', 'private', 1],
  ['received', 'public', 3],
  ['received', 'private', 1],
  ['inReview', 'public', 2],
  ['inReview', 'private', 1],
  ['published', 'public', 2],
  ['published', 'private', 1],
];

/** The address of another database on the same server. */
export function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Runs once before all tests. Starts a temporary PostgreSQL with two databases to copy: one with tables and price list,
 * and one that also has a laboratory. The copies keep the rights of the role that serves.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const log = createLogger('error');
  const postgres = await throwawayPostgres('test', log);
  const admin = new pg.Client({ connectionString: postgres.ownerUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await furnish({
    directory: postgres.directory,
    url: urlOf(postgres.url, TEMPLATE),
    ownerUrl: urlOf(postgres.ownerUrl, TEMPLATE),
  });
  await admin.query(`CREATE DATABASE ${LABORATORY_TEMPLATE} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  project.provide('laboratory', await prepareLaboratory(postgres));
  for (const name of [TEMPLATE, LABORATORY_TEMPLATE])
    await admin.query(`ALTER DATABASE ${name} WITH is_template true allow_connections false`);
  await admin.end();

  project.provide('serverUrl', postgres.url);
  project.provide('ownerUrl', postgres.ownerUrl);
  return postgres.stop;
}

/** Gives an empty database all tables, the price list, methods and names. */
export async function furnish({
  directory,
  url,
  ownerUrl,
}: {
  directory: string;
  url: string;
  ownerUrl: string;
}): Promise<void> {
  const log = createLogger('error');
  await prepareDatabase(ownerUrl, log);
  const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'error' });
  const { platform, modules, close } = await createApp({ config, log, databaseUrl: url, port: () => 0 });
  await platform.jobs.start({ work: false });
  await platform.jobs.stop();
  await addMissingItems(modules.catalog, CATALOG);
  await addMissingMethods(modules.methods, BUDGETED_TEMPLATES, COMPOUNDS);
  await addMissingCompounds(modules.makers, COMPOUND_NAMES);
  await close();
}

/** Orders, pays, measures and publishes tests through the API of a temporary application. */
async function prepareLaboratory(postgres: { url: string; directory: string }): Promise<PreparedLaboratory> {
  const directory = join(postgres.directory, 'laboratory');
  const databaseUrl = urlOf(postgres.url, LABORATORY_TEMPLATE);
  const workerPools = openWorkerPools({ log: createLogger('fatal') });
  const app = await openApp({ directory, databaseUrl, workerPools });
  const lab = await laboratory(app);
  const orders: PreparedOrder[] = [];
  for (const [state, visibility, count] of ORDERS) {
    for (let made = 0; made < count; made += 1) {
      const { id, taskNumber, uniqueKey } = await lab[state]({ visibility });
      orders.push({ state, visibility, id, taskNumber, uniqueKey });
    }
  }
  const { customer, analyst, reviewer, admin } = lab;
  const at = app.clock.now().toISOString();
  await app.close();
  await workerPools.close();
  return { directory, at, people: { customer, analyst, reviewer, admin }, orders };
}
