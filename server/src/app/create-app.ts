import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { standingClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createHttpServer } from '../platform/http-server.ts';
import type { Logger } from '../platform/log.ts';
import type { PasswordCost } from '../platform/password-cost.ts';
import type { Platform } from '../platform/platform.ts';
import { createApi } from './api.ts';
import { createModules } from './create-modules.ts';
import { openPlatform } from './open-platform.ts';
import type { FrontEnd } from './pages.ts';
import { createSite, sandboxOf } from './site.ts';
import type { WorkerPools } from './worker-pools.ts';

export type App = Awaited<ReturnType<typeof createApp>>;

type Options = {
  config: Config;
  log: Logger;
  databaseUrl: string;
  /** When its time begins. */
  at: Date;
  /** The front end; without it there are no pages. */
  pages?: FrontEnd | undefined;
  /** Off for a database that holds the queues already. */
  makeQueues: boolean;
  /** What hashing a password costs; as everywhere unless told. */
  passwordCost?: PasswordCost | undefined;
  /** One that other applications use too; its own unless told. */
  workerPools?: WorkerPools | undefined;
  /** The port in the addresses that people are given; its own unless told. */
  publicPort?: number;
};

/**
 * The whole application, listening on a free port of loopback, in a time of its own: its clock stands still until somebody
 * moves it, and jobs are done when somebody says `jobs.drain()`.
 */
export async function createApp(options: Options) {
  const { config, log, databaseUrl } = options;
  const clock = standingClock(options.at);
  let port = 0;
  const opened = await openPlatform({
    config,
    log,
    databaseUrl,
    port: () => options.publicPort ?? port,
    clock,
    passwordCost: options.passwordCost,
    superviseJobs: false,
    makeQueues: options.makeQueues,
  });
  const platform: Platform = { ...opened, ownAddress: () => `http://127.0.0.1:${port}` };
  const modules = createModules(platform, options.workerPools);
  const sandbox = sandboxOf(platform);
  const api = createApi(modules);
  const { publicity, transparency } = modules;
  const site = createSite({ platform, publicity, transparency, api, sandbox, pages: options.pages });
  await platform.jobs.start({ work: false });

  const serve = getRequestListener(site.fetch);
  const server = createHttpServer(config, (request, response) => {
    const usual = () => void serve(request, response);
    if (!site.direct(request, response, usual)) usual();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;

  return {
    platform,
    modules,
    api,
    clock,
    address: platform.ownAddress(),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await platform.jobs.stop(0);
      await modules.close();
      await opened.close();
    },
  };
}
