import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { answerFromCache } from '../platform/http/public-routes.ts';
import { type Api, createApi } from './api.ts';
import { createModules, type Modules } from './create-modules.ts';
import { createMetrics } from './metrics.ts';
import { openPlatform, type PlatformOptions } from './open-platform.ts';
import type { FrontEnd } from './pages.ts';
import { createSite, sandboxOf } from './site.ts';
import { watchSlowRequests } from './slow-requests.ts';
import { watchRequests } from './watch-requests.ts';
import type { WorkerPools } from './worker-pools.ts';

export type AppOptions = PlatformOptions & {
  /** The pages; without them only the API exists. */
  pages?: FrontEnd | undefined;
  /** Processes and threads that several applications share. */
  workerPools?: WorkerPools | undefined;
};

/** The whole application. It opens no port yet, and its jobs do not run before `platform.jobs.start`. */
export async function createApp({ pages, workerPools, ...options }: AppOptions) {
  const platform = await openPlatform(options);
  const modules: Modules = createModules(platform, workerPools);
  const sandbox = sandboxOf(platform);
  const api: Api = createApi(modules);
  const { databaseUrl, directDatabaseUrl = databaseUrl } = options;
  const metrics = platform.config.metricsToken ? createMetrics(modules, directDatabaseUrl) : undefined;
  const site = createSite({ modules, api, sandbox, pages, metrics });
  const watch = watchRequests({ platform, metrics, routeOf: site.routeOf });
  const watched = watchSlowRequests({ platform, routeOf: site.routeOf });

  // Requests in HTTP/1.0 have no Host header, and nothing needs it.
  const route = getRequestListener(site.fetch, { hostname: 'localhost' });
  const development = pages?.middleware;

  function listener(request: IncomingMessage, response: ServerResponse): void {
    watch(request, response);
    if (answerFromCache(platform, request, response)) return;
    watched(request, response, () => {
      if (development) development(request, response, () => void route(request, response));
      else void route(request, response);
    });
  }

  return {
    platform,
    modules,
    api,
    listener,
    async close(): Promise<void> {
      await metrics?.close();
      await modules.close();
      await platform.close();
    },
  };
}
