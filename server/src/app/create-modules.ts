import { z } from 'zod';
import { findDemoEnd } from '../../database/demo/demo-year.ts';
import { type AccountsContext, createAccountsContext } from '../modules/accounts/accounts.service.ts';
import { createAuditContext } from '../modules/audit/audit.service.ts';
import { type CatalogContext, createCatalogContext } from '../modules/catalog/catalog.service.ts';
import { createCertificatesContext } from '../modules/certificates/certificates.service.ts';
import { createChromatogramsContext } from '../modules/chromatograms/chromatograms.service.ts';
import { createDashboardContext } from '../modules/dashboard/dashboard.service.ts';
import { createDossiersContext } from '../modules/dossiers/dossiers.service.ts';
import { createFeedsContext } from '../modules/feeds/feeds.service.ts';
import {
  createGroupsContext,
  type GroupsContext,
  shareSeller,
} from '../modules/group-tests/group-tests.service.ts';
import { createImportsContext } from '../modules/imports/imports.service.ts';
import { auditSeries, createInvoicesContext } from '../modules/invoices/invoices.service.ts';
import { addAudit, createLedgerContext } from '../modules/ledger/ledger.service.ts';
import { createListingContext } from '../modules/listing/listing.service.ts';
import { createLiveContext } from '../modules/live/live.service.ts';
import { createMailsContext, dropEndedMails, type MailsContext } from '../modules/mails/mails.service.ts';
import { createMakersContext } from '../modules/makers/makers.service.ts';
import { createMethodsContext } from '../modules/methods/methods.service.ts';
import { createNotificationsContext } from '../modules/notifications/notifications.service.ts';
import { createOrdersContext, findOrderedSkus, orderSeller } from '../modules/orders/orders.service.ts';
import {
  addSeller,
  auditPayments,
  auditSales,
  createPaymentsContext,
} from '../modules/payments/payments.service.ts';
import { createPublicationsContext } from '../modules/publications/publications.service.ts';
import {
  createRegistrationsContext,
  withdrawalSeller,
} from '../modules/registrations/registrations.service.ts';
import { createResultsContext } from '../modules/results/results.service.ts';
import type { PictureRenderer } from '../modules/share-images/adapters/picture-renderer.ts';
import { createShareImagesContext } from '../modules/share-images/share-images.service.ts';
import { createShowcasesContext, weekSeller } from '../modules/showcases/showcases.service.ts';
import {
  createTransparencyContext,
  type TransparencyContext,
} from '../modules/transparency/transparency.service.ts';
import { createTurnaroundContext } from '../modules/turnaround/turnaround.service.ts';
import {
  createVerificationContext,
  forgetComparisons,
  type VerificationContext,
} from '../modules/verification/verification.service.ts';
import {
  createWatchesContext,
  sweepWatches,
  type WatchesContext,
} from '../modules/watches/watches.service.ts';
import { sweepOrphans } from '../platform/files/stored-files.ts';
import { sweepIdempotencyKeys } from '../platform/http/idempotency.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { type AfterEvents, createAfterEvents, type Followers } from './after-events.ts';
import { registerPrivacyParts } from './privacy-parts.ts';
import { openWorkerPools, type WorkerPools } from './worker-pools.ts';

/** The interface has a name, so that other types stay short. */
export interface Modules extends ReturnType<typeof createModules> {}

/** Creates the modules, first those that others build on. Jobs are only defined here. */
export function createModules(platform: Platform, workerPools?: WorkerPools) {
  const { chromatograms: workers, renderer, pictures, close } = workerPools ?? openWorkerPools(platform);
  const after = createAfterEvents(() => followers);
  const accounts = createAccountsContext(platform, after.accounts);
  const catalog = createCatalogContext(platform, {
    findOrderedSkus: (db, ids) => findOrderedSkus(orders, db, ids),
    ...after.catalog,
  });
  const methods = createMethodsContext(platform, { accounts, catalog });
  const transparency = createTransparencyContext(platform);
  const sold = createSales(platform, { accounts, catalog, transparency }, after);
  const { payments, orders, makers, groups, registrations } = sold;
  const chromatograms = createChromatogramsContext(platform, { workers });
  const below = { orders, accounts, methods, chromatograms, transparency };
  const results = createResultsContext(platform, { ...below, ...after.results });
  const imports = createImportsContext(platform, { accounts, orders, chromatograms, results });
  const printing = { orders, chromatograms, results, transparency, renderer };
  const certificates = createCertificatesContext(platform, { ...printing, ...after.certificates });
  const tests = { orders, makers, groups, registrations, results, certificates };
  const shown = createShown(platform, { ...tests, catalog, chromatograms, pictures });
  const { publications, turnaround } = shown;
  const sellers = { accounts, orders, payments, publications };
  const showcases = createShowcasesContext(platform, { ...sellers, ...after.showcases });
  addSeller(payments, weekSeller(showcases));
  const verification = createVerificationContext(platform, {
    certificates,
    orders,
    results,
    ...after.verification,
  });
  const ownTests = { orders, results, certificates, payments, groups, registrations, turnaround };
  const dashboard = createDashboardContext(platform, ownTests);
  const notifications = createNotificationsContext(platform, { accounts, orders, groups, showcases });
  const watches = createWatchesContext(platform, { accounts, orders, makers, publications, results });
  const named = { accounts, catalog, imports, orders, payments, registrations, showcases };
  const audit = createAuditContext(platform, named);
  const mails = createMailsContext(platform, { accounts, groups, orders, watches });
  const liveFeed = createLiveContext(platform, { accounts, orders, groups });
  const followers: Followers = {
    platform,
    ...tests,
    publications,
    showcases,
    notifications,
    watches,
    liveFeed,
  };

  registerPrivacyParts(platform, { accounts, catalog, orders, groups, showcases });
  defineSweep(platform, { mails, verification, watches });

  return {
    platform,
    after,
    accounts,
    audit,
    catalog,
    methods,
    ...sold,
    results,
    imports,
    transparency,
    certificates,
    ...shown,
    showcases,
    verification,
    dashboard,
    watches,
    mails,
    liveFeed,
    async close(): Promise<void> {
      if (!workerPools) await close();
    },
  };
}

/** Catalog, orders and payments. */
function createSales(
  platform: Platform,
  {
    accounts,
    catalog,
    transparency,
  }: { accounts: AccountsContext; catalog: CatalogContext; transparency: TransparencyContext },
  after: AfterEvents,
) {
  const ledger = createLedgerContext(platform);
  const invoices = createInvoicesContext(platform);
  const payments = createPaymentsContext(platform, { accounts, ledger, invoices });
  const orders = createOrdersContext(platform, { accounts, catalog, payments, ...after.orders });
  const makers = createMakersContext(platform, { orders, ...after.makers });
  const groups = createGroupsContext(platform, {
    accounts,
    catalog,
    ledger,
    orders,
    payments,
    ...after.groups,
  });
  const registrations = createRegistrationsContext(platform, { accounts, orders, payments, transparency });
  addSeller(payments, orderSeller(orders));
  addSeller(payments, shareSeller(groups));
  addSeller(payments, withdrawalSeller(registrations));
  addAudit(ledger, (tx, settledBefore, totals) => auditPayments(payments, tx, settledBefore, totals));
  addAudit(ledger, (tx) => auditSeries(invoices, tx));
  addAudit(ledger, (tx, settledBefore) => auditSales(payments, tx, settledBefore));
  return { ledger, payments, orders, makers, groups, registrations };
}

type Below = Omit<Parameters<typeof createListingContext>[1], 'publications'> &
  Parameters<typeof createPublicationsContext>[1] & { groups: GroupsContext; pictures: PictureRenderer };

/** The modules of the public pages. */
function createShown(platform: Platform, below: Below) {
  const { catalog, groups, makers, pictures } = below;
  const publications = createPublicationsContext(platform, below);
  const listing = createListingContext(platform, { ...below, publications });
  const dossiers = createDossiersContext(platform, { makers, publications });
  const turnaround = createTurnaroundContext(platform, {
    catalog,
    publications,
    demoEnd: () => findDemoEnd(platform.db.pool),
  });
  const feeds = createFeedsContext(platform, { publications, dossiers, makers });
  const shareImages = createShareImagesContext(platform, { groups, listing, pictures });
  return { publications, listing, dossiers, turnaround, feeds, shareImages };
}

export const sweepJob = defineJob('platform.sweep', z.object({}), { every: '17 * * * *' });
export const sweepFilesJob = defineJob('platform.sweep-files', z.object({}), {
  expireInSeconds: 7_200,
  every: '43 3 * * *',
});

/** Deletes old data every hour, and unused files every night. */
function defineSweep(
  platform: Platform,
  {
    mails,
    verification,
    watches,
  }: { mails: MailsContext; verification: VerificationContext; watches: WatchesContext },
): void {
  platform.jobs.handle(sweepJob, async () => {
    const now = platform.clock.now();
    const { pool } = platform.bulkDb;
    await sweepIdempotencyKeys(pool, now);
    await platform.limits.sweep(pool, now);
    await platform.live.sweep(pool);
    await dropEndedMails(mails);
    await forgetComparisons(verification);
    await sweepWatches(watches);
  });
  platform.jobs.handle(sweepFilesJob, async () => {
    const count = await sweepOrphans(platform);
    if (count > 0) platform.log.info({ count }, 'files without a row were removed');
  });
}
