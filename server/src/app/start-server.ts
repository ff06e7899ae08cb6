import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Connect } from 'vite';
import { layOutDemoYear } from '../../database/demo/demo.ts';
import { addDemoPeople } from '../../database/demo/people.ts';
import { furnish } from '../../database/seed/furnish.ts';
import { directList } from '../modules/listing/listing.direct.ts';
import { directWebhooks } from '../modules/payments/payments.direct.ts';
import type { Config } from '../platform/config.ts';
import type { DirectAnswer } from '../platform/direct-answer.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import type { Logger } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { ensurePagesBuilt } from '../platform/pages-build.ts';
import { createApi } from './api.ts';
import { createApp } from './create-app.ts';
import { createModules } from './create-modules.ts';
import { greeting } from './greeting.ts';
import { openPlatform } from './open-platform.ts';
import { type FrontEnd, loadPages, type PageHandler } from './pages.ts';
import { createSite, sandboxOf } from './site.ts';

type Options = {
  config: Config;
  log: Logger;
  server: Server;
  port: number;
  /** Ends a start that is not wanted any more, where it takes long. */
  signal: AbortSignal;
};

type Close = () => Promise<void>;

/**
 * Brings up everything that the configuration names, in order: pages, database, migrations, jobs, seed.
 * A start that fails leaves nothing of it running, PostgreSQL least of all.
 */
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

/** The demo needs payments that cost nothing, and staff who sign in with a password alone. */
const wantsDemoYear = ({ seedDemo, stripe, role, staffSecondFactor }: Config) =>
  seedDemo && stripe.sandbox && role === 'all' && !staffSecondFactor;

/** The first of these ways that takes a request. */
function firstOf(...ways: DirectAnswer[]): DirectAnswer {
  return (request, response, otherwise) => ways.some((way) => way(request, response, otherwise));
}

/** The last opened is closed first. */
async function closeAll(opened: Close[]): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

async function open({ config, log, server, port, signal }: Options, opened: Close[]) {
  const development = config.development ? await developmentPages(server) : undefined;
  if (!development) await ensurePagesBuilt({ log });

  let postgres: EmbeddedPostgres | undefined;
  if (!config.databaseUrl) {
    postgres = await startEmbeddedPostgres({ dataDirectory: join(config.dataDirectory, 'postgres'), log });
    opened.push(postgres.stop);
  }
  const databaseUrl = config.databaseUrl ?? postgres?.url ?? '';
  const platform = await openPlatform({ config, log, databaseUrl, port: () => port });
  opened.push(platform.close);
  const { applied } = await migrate(platform.bulkDb.pool);
  if (applied.length > 0) log.info({ applied }, 'the database was migrated');

  if (!config.virusScanAddress && config.production) {
    log.warn('uploads are not scanned for viruses: VIRUS_SCAN_ADDRESS is not set');
  }
  if (!config.securityContact) {
    log.warn('there is no /.well-known/security.txt: SECURITY_CONTACT is not set');
  }
  if (wantsDemoYear(config)) {
    await layOutDemoYear(platform.bulkDb.pool, {
      now: platform.clock.now(),
      signal,
      open: (at) => {
        log.info('a year of demo tests is laid out');
        // Its mails are of the past: they go to nobody but the development inbox. Nobody waits for it either.
        const quiet: Config = { ...config, smtpUrl: undefined, statementTimeoutMs: 60_000 };
        // What a crash takes of its last moment is laid out again: no step waits for the disk.
        const url = new URL(databaseUrl);
        url.searchParams.set('options', '-c synchronous_commit=off');
        const modules = { databaseUrl: url.href, at, makeQueues: true, publicPort: port };
        return createApp({ config: quiet, log, ...modules });
      },
    });
  }
  const modules = createModules(platform);
  opened.push(modules.close);
  if (development) opened.push(development.close);
  const sandbox = sandboxOf(platform);
  const api = createApi(modules);
  opened.push(() => platform.jobs.stop());
  await platform.jobs.start({ work: config.role !== 'web', beforeWork: modules.mails.keepOlder });
  await furnish(modules);
  if (config.seedDemo) await addDemoPeople(modules);

  const pages: FrontEnd = development
    ? { handler: development.handler, files: new Map() }
    : await loadPages(config);
  const site = createSite({
    platform,
    publicity: modules.publicity,
    transparency: modules.transparency,
    api,
    sandbox,
    pages,
  });

  return {
    platform,
    modules,
    fetch: site.fetch,
    /** Asked before `fetch`: what is answered without routing. */
    direct: firstOf(
      directList(platform, modules.listing),
      directWebhooks(platform, modules.payments),
      site.direct,
    ),
    vite: development?.middlewares,

    greeting: (address: string) => greeting(config, address),

    close: () => closeAll(opened),
  };
}

/** Pages from source with reload; only the development command comes here, so vite is loaded only then. */
async function developmentPages(server: Server): Promise<{
  middlewares: Connect.Server;
  handler: () => PageHandler;
  close(): Promise<void>;
}> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: new URL('../../../web', import.meta.url).pathname,
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  return {
    middlewares: vite.middlewares,
    handler: () => ({
      async render(request, context) {
        const module = await vite.ssrLoadModule('./app/handler.ts');
        return (module.createPages() as PageHandler).render(request, context);
      },
      keptAddress: () => undefined,
    }),
    close: () => vite.close(),
  };
}
