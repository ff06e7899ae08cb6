import { once } from 'node:events';
import { join } from 'node:path';
import { addDemoPeople } from '../server/database/demo/people.ts';
import { furnish } from '../server/database/seed/furnish.ts';
import { createApp } from '../server/src/app/create-app.ts';
import { loadPages } from '../server/src/app/pages.ts';
import { loadConfig } from '../server/src/platform/config.ts';
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts';
import { createHttpServer } from '../server/src/platform/http-server.ts';
import { createLogger } from '../server/src/platform/log.ts';
import { migrate } from '../server/src/platform/migrate.ts';
import { ensurePagesBuilt } from '../server/src/platform/pages-build.ts';

/**
 * The whole application with its pages, DAYS_LATER days ahead of the machine's clock: for journeys that last longer than a
 * test. RUN_JOB names what would run by the clock and is run once after the start. It listens on PORT and has the demo's people.
 */
const DAY_MS = 86_400_000;
const config = loadConfig();
const log = createLogger(config.logLevel);
const ahead = Number(process.env.DAYS_LATER ?? 0) * DAY_MS;

await ensurePagesBuilt({ log });
const postgres = await startEmbeddedPostgres({ dataDirectory: join(config.dataDirectory, 'postgres'), log });
const app = await createApp({
  config,
  log,
  databaseUrl: postgres.url,
  pages: await loadPages(config),
  clock: { now: () => new Date(Date.now() + ahead) },
  port: () => config.port,
});
const { platform, modules } = app;
await migrate(platform.bulkDb.pool);
await platform.jobs.start({ work: true });
await furnish(modules);
await addDemoPeople(modules);
const server = createHttpServer(config, app.listener);
server.listen(config.port, config.host);
await once(server, 'listening');
const job = process.env.RUN_JOB;
if (job) await platform.db.transaction((tx) => platform.jobs.send(tx, job, {}));
process.stdout.write(`It is at http://localhost:${config.port}\n`);

await once(process, 'SIGTERM');
server.closeAllConnections();
server.close();
await platform.live.close();
await platform.jobs.stop();
await app.close();
await postgres.stop();
process.exit(0);
