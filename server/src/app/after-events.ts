import type { CatalogEvent } from '../modules/catalog/catalog.service.ts';
import {
  type CertificatesContext,
  issueCertificate,
  logCertificates,
  refuseUnprintable,
} from '../modules/certificates/certificates.service.ts';
import {
  type GroupEvent,
  type GroupsContext,
  moveGroupWithOrder,
} from '../modules/group-tests/group-tests.service.ts';
import {
  type LiveContext,
  publishGroupHints,
  publishOrderHints,
  publishShowcaseHints,
  publishWorkHints,
} from '../modules/live/live.service.ts';
import {
  type MakersContext,
  nameRequests,
  requestsOfChange,
  type SubjectChange,
} from '../modules/makers/makers.service.ts';
import {
  enqueueAmendmentMail,
  enqueueComparedMail,
  enqueueGroupMails,
  enqueueLookupMail,
  enqueueOrderMail,
  enqueueShowcaseMail,
  type NotificationsContext,
} from '../modules/notifications/notifications.service.ts';
import type { OrderEvent } from '../modules/orders/orders.service.ts';
import {
  type PublicationsContext,
  projectSkuJob,
  projectTests,
} from '../modules/publications/publications.service.ts';
import {
  changeRegistration,
  type RegistrationsContext,
  registerSample,
} from '../modules/registrations/registrations.service.ts';
import type { DraftContent, Publication } from '../modules/results/results.service.ts';
import {
  endDisplayWithOrder,
  type ShowcaseEvent,
  type ShowcasesContext,
} from '../modules/showcases/showcases.service.ts';
import type { ManyCompared, UnusualLookups } from '../modules/verification/verification.service.ts';
import { moveWatchesTo, notifyWatchers, type WatchesContext } from '../modules/watches/watches.service.ts';
import type { Platform } from '../platform/platform.ts';
import { afterCommit, beforeCommit, type Tx } from '../platform/postgres/database.ts';
import type { Refusal } from '../platform/refusal.ts';

/*
 * What follows each event, in its transaction and in this order. If a step refuses, everything is undone.
 *
 * Rows are always locked in the same order, so that two transactions never wait for each other: the request, its group,
 * a week on the home page, its payment, the newest entry of the public log, names, and public rows.
 */

/** The modules that react to events of other modules. */
export type Followers = {
  platform: Platform;
  makers: MakersContext;
  groups: GroupsContext;
  registrations: RegistrationsContext;
  certificates: CertificatesContext;
  publications: PublicationsContext;
  showcases: ShowcasesContext;
  notifications: NotificationsContext;
  watches: WatchesContext;
  liveFeed: LiveContext;
};

export type AfterEvents = ReturnType<typeof createAfterEvents>;

/** What follows each event. `followers` gives the modules as soon as all exist. */
export function createAfterEvents(followers: () => Followers) {
  const bind =
    <Rest extends unknown[], T>(follow: (modules: Followers, ...rest: Rest) => T) =>
    (...rest: Rest): T =>
      follow(followers(), ...rest);
  return {
    accounts: { afterAddressChange: bind(afterAddressChange) },
    catalog: { afterCatalogChange: bind(afterCatalogChange) },
    orders: { afterOrderChange: bind(afterOrderChange), afterIntake: bind(afterIntake) },
    makers: { afterNamesChange: bind(afterNamesChange) },
    groups: { afterGroupEvent: bind(afterGroupEvent) },
    results: {
      refuseUnprintable: bind(refuseUnprintableDraft),
      afterPublication: bind(afterPublication),
      afterRetraction: bind(afterRetraction),
      afterPhotoChange: bind(afterPhotoChange),
      afterWork: bind(afterWork),
    },
    certificates: { afterRawFilesPublication: bind(afterRawFilesPublication) },
    showcases: { afterShowcaseEvent: bind(afterShowcaseEvent) },
    verification: {
      afterManyLookups: bind(afterManyLookups),
      afterManyComparisons: bind(afterManyComparisons),
    },
  };
}

/** Refuses a draft with text that a certificate cannot print. */
function refuseUnprintableDraft({ certificates }: Followers, draft: DraftContent): Refusal | undefined {
  return refuseUnprintable(certificates, draft);
}

/** Runs after a result was published and its order completed. */
async function afterPublication(
  modules: Followers,
  tx: Tx,
  publication: Publication,
): Promise<undefined | Refusal> {
  const { platform, certificates, notifications } = modules;
  const refused = await issueCertificate(certificates, tx, publication);
  if (refused) return refused;
  afterCommit(tx, () => platform.figures.publications.inc());
  await enqueueAmendmentMail(notifications, tx, publication);
  return followResult(modules, tx, publication.request.id);
}

/** Runs after a result was withdrawn and its order went back to the laboratory. */
function afterRetraction(modules: Followers, tx: Tx, requestId: string): Promise<undefined | Refusal> {
  return followResult(modules, tx, requestId);
}

/** Runs after the public part of a result has changed. */
async function followResult(modules: Followers, tx: Tx, requestId: string): Promise<undefined | Refusal> {
  const refused = await logCertificates(modules.certificates, tx, requestId);
  if (refused) return refused;
  atEnd(modules, tx).projected.add(requestId);
  return undefined;
}

/** Runs after the photos of a published result changed. Only the test's page shows them. */
const afterPhotoChange = ({ platform }: Followers, tx: Tx): Promise<void> => platform.publicCache.outdate(tx);

/** Runs after files of the instrument became public. Only the test's page shows them. */
const afterRawFilesPublication = ({ platform }: Followers, tx: Tx): Promise<void> =>
  platform.publicCache.outdate(tx);

/** Runs after staff worked on a result. */
const afterWork = ({ liveFeed }: Followers, tx: Tx, requestId: string): Promise<void> =>
  publishWorkHints(liveFeed, tx, requestId);

/** Runs after a sample was received. */
async function afterIntake(modules: Followers, tx: Tx, event: OrderEvent): Promise<undefined | Refusal> {
  const { groups, registrations } = modules;
  await moveGroupWithOrder(groups, tx, event);
  const refused = await registerSample(registrations, tx, event.requestId);
  if (refused) return refused;
  await tellOfOrder(modules, tx, event);
  return undefined;
}

/** Runs after another change of an order. */
async function afterOrderChange(modules: Followers, tx: Tx, event: OrderEvent): Promise<void> {
  const { groups, registrations, showcases } = modules;
  await moveGroupWithOrder(groups, tx, event);
  await changeRegistration(registrations, tx, event);
  await endDisplayWithOrder(showcases, tx, event);
  await tellOfOrder(modules, tx, event);
}

async function tellOfOrder(modules: Followers, tx: Tx, event: OrderEvent): Promise<void> {
  const { notifications, liveFeed } = modules;
  const { named, projected, watched } = atEnd(modules, tx);
  named.add(event.requestId);
  projected.add(event.requestId);
  watched.push(event);
  await enqueueOrderMail(notifications, tx, event);
  await publishOrderHints(liveFeed, tx, event);
}

/** Runs after a change of a group. */
async function afterGroupEvent(
  { notifications, liveFeed }: Followers,
  tx: Tx,
  event: GroupEvent,
): Promise<void> {
  await enqueueGroupMails(notifications, tx, event);
  await publishGroupHints(liveFeed, tx, event);
}

/** Runs after a change of a paid week on the home page. */
async function afterShowcaseEvent(
  { platform, notifications, liveFeed }: Followers,
  tx: Tx,
  event: ShowcaseEvent,
): Promise<void> {
  await platform.publicCache.outdate(tx);
  await enqueueShowcaseMail(notifications, tx, event);
  await publishShowcaseHints(liveFeed, tx, event);
}

/** Runs after a change of the price list. A job updates the public rows, because there can be very many. */
async function afterCatalogChange(
  { platform }: Followers,
  tx: Tx,
  { skuId, isDescribedAnew }: CatalogEvent,
): Promise<void> {
  if (isDescribedAnew) await platform.jobs.send(tx, projectSkuJob, { skuId });
  await platform.publicCache.outdate(tx);
}

/** Runs after a test got another maker or compound, or one of them got another name. */
async function afterNamesChange(modules: Followers, tx: Tx, change: SubjectChange): Promise<void> {
  const { projected } = atEnd(modules, tx);
  for (const requestId of await requestsOfChange(modules.makers, tx, change)) projected.add(requestId);
  await modules.platform.publicCache.outdate(tx);
}

/** Runs after a person changed the e-mail address. */
const afterAddressChange = (
  { watches }: Followers,
  tx: Tx,
  change: { from: string; to: string },
): Promise<void> => moveWatchesTo(watches, tx, change);

/** Runs after a test was verified unusually often. */
const afterManyLookups = ({ notifications }: Followers, tx: Tx, lookups: UnusualLookups): Promise<void> =>
  enqueueLookupMail(notifications, tx, lookups);

/** Runs after many different values were compared with a certificate. */
const afterManyComparisons = ({ notifications }: Followers, tx: Tx, compared: ManyCompared): Promise<void> =>
  enqueueComparedMail(notifications, tx, compared);

/**
 * What the server still does before a transaction commits: orders whose names and public rows must be written, and
 * events for people with alerts.
 */
type AtEnd = { named: Set<string>; projected: Set<string>; watched: OrderEvent[] };
const ends = new WeakMap<Tx, AtEnd>();

function atEnd(modules: Followers, tx: Tx): AtEnd {
  const known = ends.get(tx);
  if (known) return known;
  const end: AtEnd = { named: new Set(), projected: new Set(), watched: [] };
  ends.set(tx, end);
  beforeCommit(tx, () => endTransaction(modules, tx, end));
  return end;
}

/**
 * Runs once before a transaction commits, so that rows that other transactions need are locked only for a short time.
 * Names come first, because public rows and mails contain them.
 */
async function endTransaction(
  { makers, publications, watches }: Followers,
  tx: Tx,
  { named, projected, watched }: AtEnd,
): Promise<void> {
  while (named.size + projected.size + watched.length > 0) {
    if (named.size > 0) await nameRequests(makers, tx, takeAll(named));
    else if (projected.size > 0) await projectTests(publications, tx, takeAll(projected));
    else for (const event of watched.splice(0)) await notifyWatchers(watches, tx, event);
  }
  // Work that is added from now on gets its own end.
  ends.delete(tx);
}

function takeAll(ids: Set<string>): string[] {
  const all = [...ids];
  ids.clear();
  return all;
}
