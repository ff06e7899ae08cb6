import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyCutOffYear, keepCutOffYear } from '../../database/demo/cut-off-year.ts';
import { layOutDemoYear } from '../../database/demo/demo.ts';
import { addDemoPeople } from '../../database/demo/people.ts';
import { seedReferenceData } from '../../database/seed/reference-data.ts';
import { projectMissing } from '../modules/publications/publications.service.ts';
import { isWritable } from '../modules/transparency/transparency.service.ts';
import { refuseUnfinishedRestore } from '../platform/backup/unfinished-restore.ts';
import type { Config } from '../platform/config/config.ts';
import { ensurePagesBuilt } from '../platform/http/pages-build.ts';
import type { Logger } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import { reachDatabase, requireNotifications } from '../platform/postgres/check-addresses.ts';
import { withParameter } from '../platform/postgres/database-hosts.ts';
import { crowdedServer } from '../platform/postgres/database-server.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { moveDatabase } from '../platform/postgres/move-database.ts';
import { prepareDatabase } from '../platform/postgres/prepare-database.ts';
import { refuseUnfitLetters } from '../platform/postgres/script-letters.ts';
import { roleWarning } from '../platform/postgres/serving-role.ts';
import { startControlledApp } from './controlled-app.ts';
import { createApp } from './create-app.ts';
import { wantsDemoYear } from './demo-wanted.ts';
import { greeting } from './greeting.ts';
import { type FrontEnd, loadPages, type PageHandler } from './pages.ts';

type Options = {
  config: Config;
  log: Logger;
  server: Server;
  port: number;
  /** Cancels a slow start. */
  signal: AbortSignal;
};

/** The server cannot work without PostgreSQL, so it ends. */
const POSTGRES_ENDED =
  'PostgreSQL ended: it was killed, or the disk is full (DATA_DIR/postgres/postgres.log). Start again; nothing that was answered is lost.';

type Close = () => Promise<void>;

/** Starts everything: pages, database, migrations, jobs, and first data. A failed start leaves nothing running. */
export async function startServer(options: Options) {
  const opened: Close[] = [];
  try {
    return await open(options, opened);
  } catch (error) {
    await closeAll(opened).catch((reason: unknown) =>
      options.log.warn({ err: reason }, 'not all was closed'),
    );
    throw error;
  }
}

/** Closes in the opposite order. */
async function closeAll(opened: Close[]): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

async function open({ config, log, server, port, signal }: Options, opened: Close[]) {
  for (const remark of config.remarks) log.warn(remark);
  refuseUnfinishedRestore(config.dataDirectory);
  const pages = await openPages(config, log, server, opened);
  const { databaseUrl, prepared } = config.databaseUrl
    ? { databaseUrl: config.databaseUrl, prepared: undefined }
    : await openPostgres(config, log, opened);
  const { directDatabaseUrl } = config;
  const app = await createApp({ config, log, databaseUrl, directDatabaseUrl, pages, port: () => port });
  opened.push(app.close);
  const { platform, modules } = app;
  await reachDatabase(platform, { log, signal });
  await warnOfCrowd(platform);
  const { applied, tookOver } = prepared ?? (await migrate(platform.bulkDb.pool));
  if (tookOver) log.info('the database of the last version was taken over');
  if (applied.length > 0) log.info({ applied }, 'the database was migrated');
  if (config.databaseUrl) {
    await requireNotifications(platform);
    await refuseUnfitLetters(platform.bulkDb.pool);
    const warning = await roleWarning(platform.bulkDb.pool);
    if (warning) log.warn(warning);
  }
  if (config.production && !config.virusScanAddress)
    log.warn('uploads are not scanned for viruses: VIRUS_SCAN_ADDRESS is not set');
  // Other processes wait until the demo data of a whole year are complete.
  if (wantsDemoYear(config) && (await isWritable(modules.transparency))) {
    const now = platform.clock.now();
    await layOutDemoYear(platform.bulkDb.pool, {
      now,
      signal,
      open: (at) => {
        log.info('a year of demo tests is laid out');
        return openDemoPast({
          config,
          log,
          databaseUrl: directDatabaseUrl ?? databaseUrl,
          publicPort: port,
          at,
        });
      },
    });
  } else await keepCutOffYear(platform.bulkDb.pool, platform.clock.now());
  opened.push(() => platform.jobs.stop());
  // No jobs run while the public list is incomplete, because alerts and home page read it.
  await platform.jobs.start({
    work: config.role !== 'web',
    beforeWork: () => projectMissing(modules.publications),
  });
  await seedReferenceData(modules);
  if (config.seedDemo) await addDemoPeople(modules);

  return {
    platform,
    listener: app.listener,
    greeting: (address: string) => greeting(config, address),
    close: () => closeAll(opened),
  };
}

/** Starts the embedded PostgreSQL, and prepares the database as its owner. */
async function openPostgres(config: Config, log: Logger, opened: Close[]) {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(config.dataDirectory, 'postgres'),
    log,
    ended() {
      log.fatal(POSTGRES_ENDED);
      process.exit(1);
    },
  });
  opened.push(postgres.stop);
  const { url, ownerUrl } = postgres;
  if (wantsDemoYear(config) && (await emptyCutOffYear(ownerUrl)))
    log.info('a year of demo tests was cut off: it begins anew in an empty database');
  const prepared = (await moveDatabase(ownerUrl, log)) ?? (await prepareDatabase(ownerUrl, log));
  return { databaseUrl: url, prepared };
}

async function warnOfCrowd({ config, log, db, bulkDb }: Platform): Promise<void> {
  const own = (db.isPooled ? 0 : db.pool.totalCount) + bulkDb.pool.totalCount + 1;
  const poolSize = db.isPooled ? 0 : config.poolSize;
  const sentence = await crowdedServer(bulkDb.pool, { ...config, poolSize, own });
  if (sentence) log.warn(sentence);
}

/** The application that creates the demo data of a year. */
function openDemoPast(options: {
  config: Config;
  log: Logger;
  databaseUrl: string;
  publicPort: number;
  at: Date;
}) {
  // Mails about demo data go only to the development inbox.
  const config: Config = {
    ...options.config,
    smtpUrl: undefined,
    statementTimeoutMs: 60_000,
    slowQueryMs: 0,
    metricsToken: undefined,
    readDatabaseUrl: undefined,
    // A crash may lose these changes, so no signed state of the log is stored outside the database.
    log: { ...options.config.log, keepsHeads: false },
  };
  // Writing need not wait for the disk: after a crash, all demo data are created again.
  const databaseUrl = withParameter(options.databaseUrl, 'options', '-c synchronous_commit=off');
  return startControlledApp({ ...options, config, databaseUrl, makeQueues: true });
}

async function openPages(config: Config, log: Logger, server: Server, opened: Close[]): Promise<FrontEnd> {
  if (config.development) return developmentPages(server, opened);
  await ensurePagesBuilt({ log });
  return loadPages(config);
}

/** The pages directly from their source files, for development. */
async function developmentPages(server: Server, opened: Close[]): Promise<FrontEnd> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: fileURLToPath(new URL('../../../web', import.meta.url)),
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  opened.push(() => vite.close());
  return {
    handler: {
      async render(request, context) {
        const module = await vite.ssrLoadModule('./app/handler.ts');
        return (module.createPages() as PageHandler).render(request, context);
      },
      // The parameters of a page are not known before it is loaded.
      queryOf: () => undefined,
      // A page that has no form refuses a sent form.
      takesForm: () => true,
      patternOf: () => undefined,
    },
    files: new Map(),
    middleware: vite.middlewares,
  };
}
