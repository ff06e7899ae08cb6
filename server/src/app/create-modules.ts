import { z } from 'zod';
import { findDemoEnd } from '../../database/demo/demo-year.ts';
import { type Accounts, createAccounts } from '../modules/accounts/accounts.service.ts';
import { createAudit } from '../modules/audit/audit.service.ts';
import { type Catalog, createCatalog } from '../modules/catalog/catalog.service.ts';
import { createCertificates } from '../modules/certificates/certificates.service.ts';
import { createChromatograms } from '../modules/chromatograms/chromatograms.service.ts';
import { createDashboard } from '../modules/dashboard/dashboard.service.ts';
import { createDossiers } from '../modules/dossiers/dossiers.service.ts';
import { createFeeds } from '../modules/feeds/feeds.service.ts';
import { createGroups, type Groups } from '../modules/group-tests/group-tests.service.ts';
import { createImports } from '../modules/imports/imports.service.ts';
import { createInvoices } from '../modules/invoices/invoices.service.ts';
import { createLedger } from '../modules/ledger/ledger.service.ts';
import { createListing } from '../modules/listing/listing.service.ts';
import { createLiveFeed } from '../modules/live/live.service.ts';
import { createMails, type Mails } from '../modules/mails/mails.service.ts';
import { createMakers } from '../modules/makers/makers.service.ts';
import { createMethods } from '../modules/methods/methods.service.ts';
import { createNotifications } from '../modules/notifications/notifications.service.ts';
import { createOrders } from '../modules/orders/orders.service.ts';
import { createPayments } from '../modules/payments/payments.service.ts';
import { createPublications } from '../modules/publications/publications.service.ts';
import { createRegistrations } from '../modules/registrations/registrations.service.ts';
import { createResults } from '../modules/results/results.service.ts';
import { createShareImages } from '../modules/share-images/share-images.service.ts';
import { createShowcases } from '../modules/showcases/showcases.service.ts';
import { createTransparency, type Transparency } from '../modules/transparency/transparency.service.ts';
import { createTurnaround } from '../modules/turnaround/turnaround.service.ts';
import { createVerification, type Verifying } from '../modules/verification/verification.service.ts';
import { createWatches, type Watches } from '../modules/watches/watches.service.ts';
import { sweepIdempotencyKeys } from '../platform/idempotency.ts';
import { defineJob } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { sweepOrphans } from '../platform/stored-files.ts';
import { type AfterEvents, createAfterEvents, type Followers } from './after-events.ts';
import { registerPrivacyParts } from './privacy-parts.ts';
import { openWorkerPools, type WorkerPools } from './worker-pools.ts';

/** Named, so that the types of what holds them stay short. */
export interface Modules extends ReturnType<typeof createModules> {}

/**
 * Puts the modules together, lower ones first. Jobs are defined here and start later. `workerPools`: those that other applications use too;
 * without it the application has its own.
 */
export function createModules(platform: Platform, workerPools?: WorkerPools) {
  const { chromatograms: workers, renderer, close } = workerPools ?? openWorkerPools(platform);
  const after = createAfterEvents(() => followers);
  const accounts = createAccounts(platform, after.accounts);
  const catalog = createCatalog(platform, {
    findOrderedSkus: (db, ids) => orders.findOrderedSkus(db, ids),
    ...after.catalog,
  });
  const methods = createMethods(platform, { accounts, catalog });
  const transparency = createTransparency(platform);
  const sold = createSales(platform, { accounts, catalog, transparency }, after);
  const { payments, orders, makers, groups, registrations } = sold;
  const chromatograms = createChromatograms(platform, { workers });
  const below = { orders, accounts, methods, chromatograms, transparency };
  const results = createResults(platform, { ...below, ...after.results });
  const imports = createImports(platform, { accounts, orders, chromatograms, results });
  const printing = { orders, chromatograms, results, transparency, renderer };
  const certificates = createCertificates(platform, { ...printing, ...after.certificates });
  const tests = { orders, makers, groups, registrations, results, certificates };
  const shown = createShown(platform, { ...tests, catalog, chromatograms });
  const { publications, turnaround } = shown;
  const sellers = { accounts, orders, payments, publications };
  const showcases = createShowcases(platform, { ...sellers, ...after.showcases });
  payments.addSeller(showcases.weekSeller());
  const verification = createVerification(platform, { certificates, orders, results, ...after.verification });
  const ownTests = { orders, results, certificates, payments, groups, registrations, turnaround };
  const dashboard = createDashboard(platform, ownTests);
  const notifications = createNotifications(platform, { accounts, orders, groups, showcases });
  const watches = createWatches(platform, { accounts, orders, makers, publications, results });
  const named = { accounts, catalog, imports, orders, payments, registrations, showcases };
  const audit = createAudit(platform, named);
  const mails = createMails(platform, { accounts, groups, orders, watches });
  const liveFeed = createLiveFeed(platform, { accounts, orders, groups });
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
    /** Ends what the modules keep running. */
    async close(): Promise<void> {
      if (!workerPools) await close();
    },
  };
}

/** What is sold and how it is paid, whose books the ledger's check compares. */
function createSales(
  platform: Platform,
  { accounts, catalog, transparency }: { accounts: Accounts; catalog: Catalog; transparency: Transparency },
  after: AfterEvents,
) {
  const ledger = createLedger(platform);
  const invoices = createInvoices(platform);
  const payments = createPayments(platform, { accounts, ledger, invoices });
  const orders = createOrders(platform, { accounts, catalog, payments, ...after.orders });
  const makers = createMakers(platform, { orders, ...after.makers });
  const groups = createGroups(platform, { accounts, catalog, ledger, orders, payments, ...after.groups });
  const registrations = createRegistrations(platform, { accounts, orders, payments, transparency });
  payments.addSeller(orders.orderSeller());
  payments.addSeller(groups.shareSeller());
  payments.addSeller(registrations.withdrawalSeller());
  ledger.addAudit(payments.audit);
  ledger.addAudit(invoices.auditSeries);
  ledger.addAudit(payments.auditSales);
  return { ledger, payments, orders, makers, groups, registrations };
}

type Below = Omit<Parameters<typeof createListing>[1], 'publications'> &
  Parameters<typeof createPublications>[1] & { groups: Groups };

/** What everybody reads of tests. */
function createShown(platform: Platform, below: Below) {
  const { catalog, groups, makers } = below;
  const publications = createPublications(platform, below);
  const listing = createListing(platform, { ...below, publications });
  const dossiers = createDossiers(platform, { makers, publications });
  const turnaround = createTurnaround(platform, {
    catalog,
    publications,
    demoEnd: () => findDemoEnd(platform.db.pool),
  });
  const feeds = createFeeds(platform, { publications, dossiers, makers });
  const shareImages = createShareImages(platform, { groups, listing });
  return { publications, listing, dossiers, turnaround, feeds, shareImages };
}

export const sweepJob = defineJob('platform.sweep', z.object({}), { every: '17 * * * *' });
export const sweepFilesJob = defineJob('platform.sweep-files', z.object({}), {
  expireInSeconds: 7_200,
  every: '43 3 * * *',
});

/** Every hour what is kept for a while only is deleted, every night the files that no row names. */
function defineSweep(
  platform: Platform,
  { mails, verification, watches }: { mails: Mails; verification: Verifying; watches: Watches },
): void {
  platform.jobs.handle(sweepJob, async () => {
    const now = platform.clock.now();
    const { pool } = platform.bulkDb;
    await sweepIdempotencyKeys(pool, now);
    await platform.limits.sweep(pool, now);
    await platform.live.sweep(pool);
    await mails.dropEnded();
    await verification.forgetComparisons();
    await watches.work.sweep();
  });
  platform.jobs.handle(sweepFilesJob, async () => {
    const count = await sweepOrphans(platform);
    if (count > 0) platform.log.info({ count }, 'files without a row were removed');
  });
}
