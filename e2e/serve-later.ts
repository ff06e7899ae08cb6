import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
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
 * The whole application with its pages and the demo's people, for journeys that take days: its clock begins at STARTS_AT (ISO
 * 8601), wherever the machine's stands. RUN_JOB names one job that would run by the clock, and is run after the start.
 */
const config = loadConfig();
const log = createLogger(config.logLevel);
const { STARTS_AT, RUN_JOB } = process.env;
const ahead = STARTS_AT ? Date.parse(STARTS_AT) - Date.now() : 0;

await ensurePagesBuilt({ log });
const postgres = await startEmbeddedPostgres({ dataDirectory: join(config.dataDirectory, 'postgres'), log });
let port = config.port;
const app = await createApp({
  config,
  log,
  databaseUrl: postgres.url,
  pages: await loadPages(config),
  clock: { now: () => new Date(Date.now() + ahead) },
  port: () => port,
});
const { platform, modules } = app;
await migrate(platform.bulkDb.pool);
await platform.jobs.start({ work: true });
await furnish(modules);
await addDemoPeople(modules);
const server = createHttpServer(config, app.listener);
server.listen(port, config.host);
await once(server, 'listening');
port = (server.address() as AddressInfo).port;
if (RUN_JOB) await platform.db.transaction((tx) => platform.jobs.send(tx, RUN_JOB, {}));
process.stdout.write(`It is at http://localhost:${port}\n`);

await once(process, 'SIGTERM');
server.close();
server.closeAllConnections();
await platform.live.close();
await platform.jobs.stop();
await app.close();
await postgres.stop();
process.exit(0);
