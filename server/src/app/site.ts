import { Hono } from 'hono';
import { certificateSchemaRoute } from '../modules/certificates/certificates.routes.ts';
import { feedsRoutes } from '../modules/feeds/feeds.routes.ts';
import { shareImagesRoutes } from '../modules/share-images/share-images.routes.ts';
import { logFiles } from '../modules/transparency/transparency.routes.ts';
import { isReadOnly } from '../modules/transparency/transparency.service.ts';
import { watchPages } from '../modules/watches/watches.routes.ts';
import { cspReportRoutes } from '../platform/http/csp-reports.ts';
import { healthRoutes } from '../platform/http/health.ts';
import { type ApiEnv, tooBusy } from '../platform/http/http.ts';
import { isRead, limitBody, SMALL_BODY_BYTES, takesTurn } from '../platform/http/request-guard.ts';
import { usualHeaders } from '../platform/http/usual-headers.ts';
import { devInbox } from '../platform/mail/dev-inbox.ts';
import type { Platform } from '../platform/platform.ts';
import { isDatabaseDown, isPoolFull, sqlState } from '../platform/postgres/database.ts';
import type { Refusal } from '../platform/refusal.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { createApi } from './api.ts';
import type { Modules } from './create-modules.ts';
import { crowdedPage } from './crowded-page.ts';
import { type Metrics, metricsRoutes } from './metrics.ts';
import { createPages, type FrontEnd } from './pages.ts';
import { createRouteOf } from './route-of.ts';

type SiteOptions = {
  modules: Modules;
  api: ReturnType<typeof createApi>;
  /** The sandbox that plays the payment providers. Undefined with real keys. */
  sandbox: Hono | undefined;
  pages: FrontEnd | undefined;
  metrics?: Metrics | undefined;
};

/** The sandbox for payment methods without real keys. Its jobs must be defined before jobs start. */
export function sandboxOf(platform: Platform): Hono | undefined {
  const { config, db, jobs, clock, log } = platform;
  if (config.sandboxMethods.length === 0) return undefined;
  return createSandbox({
    db,
    jobs,
    clock,
    log,
    baseUrl: platform.publicUrl,
    webhookUrl: (provider) => `${platform.ownAddress()}/api/webhooks/${provider}`,
    ownOrigins: () => [platform.publicUrl(), platform.ownAddress()],
    keys: config,
    hasControl: !config.production,
  });
}

/** All addresses: health, API, sandbox, development inbox, feeds, files and pages. */
export function createSite({ modules, api, sandbox, pages, metrics }: SiteOptions) {
  const { platform } = modules;
  const site = new Hono<ApiEnv>();
  const headersOfAll = usualHeaders(platform.config.production);
  const usual = Object.entries(headersOfAll);
  site.use('*', async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of usual) if (!headers.has(name)) headers.set(name, value);
  });
  site.onError((error, c) => {
    if (isPoolFull(error)) return crowdedPage(platform, tooBusy());
    if (isDatabaseDown(error)) {
      platform.log.error({ code: sqlState(error) }, 'the database does not answer, or has no room');
      return c.text('Please try again in a moment.\n', 503, { 'Retry-After': '5' });
    }
    platform.log.error({ err: error, method: c.req.method }, 'a request failed');
    return c.text('Something went wrong on our side.\n', 500);
  });
  const logState = () => (isReadOnly(modules.transparency) ? { log: 'read_only' } : {});
  site.route('/', healthRoutes(platform, logState));
  const { metricsToken } = platform.config;
  if (metrics && metricsToken) site.route('/', metricsRoutes(metrics, metricsToken));
  if (!platform.config.production) site.route('/dev', devInbox(platform.db.pool, platform.clock));
  if (sandbox) site.route('/', sandbox);
  const routeOf = createRouteOf(api, site, pages);
  const reports = cspReportRoutes(platform, {
    count: (directive) => metrics?.countCspReport(directive),
    patternOf: (path) => routeOf('GET', path),
  });
  site.route('/', reports);
  const { trustProxy } = platform.config;
  const refused = (_c: unknown, refusal: Refusal) => crowdedPage(platform, refusal);
  // A turn is taken after the whole body has arrived, so the body needs a limit before.
  site.use('/watches/*', limitBody(SMALL_BODY_BYTES));
  site.use('*', takesTurn(placesOf(platform.turns), { trustProxy, refused }));
  site.route('/', feedsRoutes(platform, modules.feeds));
  site.route('/', certificateSchemaRoute(platform));
  site.route('/', watchPages(platform, modules.watches));
  site.route('/', shareImagesRoutes(modules.shareImages));
  site.route('/', logFiles(modules.transparency));
  if (pages) site.route('/', createPages(platform, pages, api));
  return {
    routeOf,
    /** Sends a call directly to the API. */
    fetch(request: Request, env: object): Response | Promise<Response> {
      if (isCall(request)) return api.fetch(request, env);
      // No valid address contains a NUL character.
      if (request.url.includes('%00'))
        return new Response('Bad request\n', { status: 400, headers: headersOfAll });
      return site.fetch(request, env);
    },
  };
}

/** How many pages are rendered at the same time, and how many forms. */
const placesOf =
  ({ reads, forms }: Platform['turns']) =>
  (method: string, path: string) => {
    if (isRead(method)) return reads;
    return path.startsWith('/watches/') ? forms : undefined;
  };

const isCall = ({ url }: Request) => url.startsWith('/api/', url.indexOf('/', url.indexOf('//') + 2));
