import * as configRoute from '@vialproof/contract/config.routes';
import { accountChangesRoutes } from '../modules/accounts/account-changes.routes.ts';
import { accountsRoutes } from '../modules/accounts/accounts.routes.ts';
import { accountsStaffRoutes } from '../modules/accounts/accounts.staff-routes.ts';
import { passkeysRoutes } from '../modules/accounts/passkeys.routes.ts';
import { providersRoutes } from '../modules/accounts/providers.routes.ts';
import { auditStaffRoutes } from '../modules/audit/audit.staff-routes.ts';
import { catalogRoutes } from '../modules/catalog/catalog.routes.ts';
import { catalogStaffRoutes } from '../modules/catalog/catalog.staff-routes.ts';
import { certificatesRoutes } from '../modules/certificates/certificates.routes.ts';
import { listCertificateKeys } from '../modules/certificates/certificates.service.ts';
import { dashboardRoutes } from '../modules/dashboard/dashboard.routes.ts';
import { dashboardStaffRoutes } from '../modules/dashboard/dashboard.staff-routes.ts';
import { dossiersRoutes } from '../modules/dossiers/dossiers.routes.ts';
import { groupTestsRoutes } from '../modules/group-tests/group-tests.routes.ts';
import { groupTestsStaffRoutes } from '../modules/group-tests/group-tests.staff-routes.ts';
import { importsStaffRoutes } from '../modules/imports/imports.staff-routes.ts';
import { ledgerStaffRoutes } from '../modules/ledger/ledger.staff-routes.ts';
import { listingRoutes } from '../modules/listing/listing.routes.ts';
import { liveRoutes } from '../modules/live/live.routes.ts';
import { mailsStaffRoutes } from '../modules/mails/mails.staff-routes.ts';
import { compoundsStaffRoutes } from '../modules/makers/compounds.staff-routes.ts';
import { makersStaffRoutes } from '../modules/makers/makers.staff-routes.ts';
import { methodsStaffRoutes } from '../modules/methods/methods.staff-routes.ts';
import { ordersRoutes } from '../modules/orders/orders.routes.ts';
import { checkoutRoutes } from '../modules/payments/checkout.routes.ts';
import { paymentsRoutes } from '../modules/payments/payments.routes.ts';
import { paymentsStaffRoutes } from '../modules/payments/payments.staff-routes.ts';
import { webhooksStaffRoutes } from '../modules/payments/webhooks.staff-routes.ts';
import { assigneesStaffRoutes } from '../modules/results/assignees.staff-routes.ts';
import { chromatogramsStaffRoutes } from '../modules/results/chromatograms.staff-routes.ts';
import { injectionsStaffRoutes } from '../modules/results/injections.staff-routes.ts';
import { intakeStaffRoutes } from '../modules/results/intake.staff-routes.ts';
import { requestsStaffRoutes } from '../modules/results/requests.staff-routes.ts';
import { resultsRoutes } from '../modules/results/results.routes.ts';
import { resultsStaffRoutes } from '../modules/results/results.staff-routes.ts';
import { showcasesRoutes } from '../modules/showcases/showcases.routes.ts';
import { showcasesStaffRoutes } from '../modules/showcases/showcases.staff-routes.ts';
import { transparencyRoutes } from '../modules/transparency/transparency.routes.ts';
import { turnaroundRoutes } from '../modules/turnaround/turnaround.routes.ts';
import { turnaroundStaffRoutes } from '../modules/turnaround/turnaround.staff-routes.ts';
import { verificationRoutes } from '../modules/verification/verification.routes.ts';
import { watchesRoutes } from '../modules/watches/watches.routes.ts';
import { watchesStaffRoutes } from '../modules/watches/watches.staff-routes.ts';
import { presentConfig } from '../platform/config/public-config.ts';
import { answerUnknown } from '../platform/http/allowed-methods.ts';
import { answerError, answerRefusal, newRoutes } from '../platform/http/http.ts';
import { publicAnswer } from '../platform/http/public-routes.ts';
import {
  allowOrigins,
  apiHeaders,
  isRead,
  isUpload,
  isWebhook,
  jsonLimitOf,
  limitBody,
  sameSite,
  takesTurn,
  wantsAcceptable,
} from '../platform/http/request-guard.ts';
import type { Platform } from '../platform/platform.ts';
import { describeApi } from './api-description.ts';
import type { Modules } from './create-modules.ts';
import { recordViews } from './record-views.ts';
import { whoMayCall } from './who-may-call.ts';

const BASE_PATH = '/api';

/** Methods that change something. */
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];
const VERIFIES = /^\/api\/(?:auth|log|certificates|tests\/verify)(?:\/|$)/;

/** All calls of the API, module by module. */
export function createApi(modules: Modules) {
  const { platform } = modules;
  const { config, log } = platform;
  const app = newRoutes().basePath(BASE_PATH);
  const webhookLimited = limitBody(config.webhookBodyBytes);
  const ownOrigins = () => [platform.publicUrl(), platform.ownAddress(), ...config.corsOrigins];

  app.use('*', apiHeaders(config.production));
  if (config.corsOrigins.length > 0) app.use('*', allowOrigins(config.corsOrigins));
  app.on(
    WRITING,
    '*',
    sameSite((origin) => ownOrigins().some((own) => new URL(own).origin === origin)),
  );
  app.use('*', wantsAcceptable);
  app.use('*', whoMayCall(app, BASE_PATH, modules));
  app.on(WRITING, '*', (c, next) => {
    if (isUpload(c.req.url)) return next();
    return isWebhook(c.req.url) ? webhookLimited(c, next) : limitBody(jsonLimitOf(c.req.url))(c, next);
  });
  const { trustProxy } = config;
  app.use('*', takesTurn(placesOf(platform.turns), { trustProxy, refused: answerRefusal }));
  app.use('*', recordViews(modules));
  app.onError((error, c) => answerError(error, c, log));
  app.notFound(answerUnknown(app));

  const routes = app
    .openapi({ ...configRoute.getConfig, middleware: publicAnswer(platform) }, (c) =>
      c.json({ data: presentConfig(platform) }, 200),
    )
    .route('/', accountsRoutes(platform, modules.accounts))
    .route('/', providersRoutes(platform, modules.accounts))
    .route('/', passkeysRoutes(platform, modules.accounts))
    .route('/', accountChangesRoutes(platform, modules.accounts))
    .route('/', accountsStaffRoutes(platform, modules.accounts))
    .route('/', catalogRoutes(modules.catalog))
    .route('/', catalogStaffRoutes(modules.catalog))
    .route('/', turnaroundRoutes(platform, modules.turnaround))
    .route('/', turnaroundStaffRoutes(modules.turnaround))
    .route('/', methodsStaffRoutes(modules.methods))
    .route('/', makersStaffRoutes(modules.makers))
    .route('/', compoundsStaffRoutes(modules.makers))
    .route('/', auditStaffRoutes(modules.audit))
    .route('/', mailsStaffRoutes(modules.mails))
    // /tests/verify must come before /tests/{id}, which would also match it.
    .route('/', verificationRoutes(platform, modules.verification))
    .route('/', listingRoutes(platform, modules.listing))
    .route('/', dossiersRoutes(platform, modules.dossiers))
    .route('/', watchesRoutes(platform, modules.watches))
    .route('/', watchesStaffRoutes(modules.watches))
    .route('/', ordersRoutes(platform, modules.orders))
    .route('/', checkoutRoutes(platform, modules.payments))
    .route('/', groupTestsRoutes(platform, modules.groups))
    .route('/', groupTestsStaffRoutes(platform, modules.groups))
    .route('/', paymentsRoutes(modules.payments))
    .route('/', paymentsStaffRoutes(platform, modules.payments))
    .route('/', ledgerStaffRoutes(modules.ledger))
    .route('/', webhooksStaffRoutes(modules.payments))
    .route('/', dashboardRoutes(modules.dashboard))
    .route('/', showcasesRoutes(platform, modules.showcases))
    .route('/', showcasesStaffRoutes(modules.showcases))
    .route('/', resultsRoutes(modules.results))
    .route('/', requestsStaffRoutes(modules.results))
    .route('/', resultsStaffRoutes(platform, modules.results))
    .route('/', assigneesStaffRoutes(modules.results))
    .route('/', chromatogramsStaffRoutes(modules.results))
    .route('/', injectionsStaffRoutes(modules.results))
    .route('/', intakeStaffRoutes(modules.results))
    .route('/', importsStaffRoutes(platform, modules.imports))
    .route('/', dashboardStaffRoutes(modules.dashboard))
    .route('/', certificatesRoutes(platform, modules.certificates))
    .route(
      '/',
      transparencyRoutes(modules.transparency, () => listCertificateKeys(modules.certificates)),
    )
    .route('/', liveRoutes(platform, modules.liveFeed));

  describeApi(app, platform);
  return routes;
}

/**
 * How many calls of each kind run at the same time. Readers never delay sign-in, verification and the laboratory.
 * Streams and uploads have other limits, payment webhooks none.
 */
function placesOf({ reads, writes, verification, laboratory }: Platform['turns']) {
  return (method: string, path: string) => {
    if (path === '/api/events' || (method === 'POST' && isUpload(path)) || isWebhook(path)) return undefined;
    if (path.startsWith('/api/lab/')) return laboratory;
    if (VERIFIES.test(path)) return verification;
    return isRead(method) ? reads : writes;
  };
}

/** The type with which the pages call the API. */
export type Api = ReturnType<typeof createApi>;
