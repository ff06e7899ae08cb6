import type { ListedTest } from '@vialproof/contract/tests';
import { dayOf } from '@vialproof/science/calendar/dates';
import { z } from 'zod';
import type { MailContent } from '../../../platform/mail/mail-content.ts';
import { defineMailJob, MAIL_TIMES } from '../../../platform/mail/mail-jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { publicTests } from '../../publications/publications.service.ts';
import { retractionOf } from '../../results/results.service.ts';
import {
  countMail,
  deleteNotices,
  listNews,
  listRetractions,
  lockMailsTo,
  markDigest,
  type NoticeRow,
} from '../notices.store.ts';
import { digestMail, type NamedWatch, type News, optInMail, retractionMail } from '../watches.mails.ts';
import { nameWatches } from '../watches.queries.ts';
import { labelOf } from '../watches.rules.ts';
import type { WatchesContext } from '../watches.service.ts';
import { findWatch, findWatcher, markAsked, type WatcherRow } from '../watches.store.ts';

const mailToWatcher = { ...MAIL_TIMES, watcherId: z.string() };

/** Mails about new results. Their jobs contain no address. */
export const watchMailJob = defineMailJob(
  'watches.mail',
  z.discriminatedUnion('kind', [
    z.object({ ...mailToWatcher, kind: z.literal('watch_opt_in'), watchId: z.string() }),
    z.object({ ...mailToWatcher, kind: z.literal('watch_digest') }),
    z.object({ ...mailToWatcher, kind: z.literal('watch_retraction'), requestId: z.string() }),
  ]),
  { expireInSeconds: 120, concurrency: 2, batch: 5 },
);

/**
 * Sends a mail in the transaction that deletes its notices. Only a crash between sending and commit sends it twice,
 * with the same Message-ID.
 */
export async function sendWatchMail(
  ctx: WatchesContext,
  job: z.infer<typeof watchMailJob.schema>,
): Promise<void> {
  // Read before the transaction, because it needs another connection.
  const retraction = job.kind === 'watch_retraction' ? await retractionOf(ctx.results, job.requestId) : null;
  await ctx.platform.db.transaction(async (tx) => {
    await lockMailsTo(tx, job.watcherId);
    const watcher = await findWatcher(tx, job.watcherId);
    if (!watcher) return;
    if (job.kind === 'watch_opt_in') await sendOptIn(ctx, tx, job.watchId);
    else if (job.kind === 'watch_digest') await sendDigest(ctx, tx, watcher);
    else await sendRetraction(ctx, tx, watcher, job.requestId, retraction?.reason ?? null);
  });
}

async function sendOptIn(ctx: WatchesContext, tx: Tx, watchId: string): Promise<void> {
  const { clock, config, publicUrl } = ctx.platform;
  const day = dayOf(clock.now());
  const watch = await findWatch(tx, watchId);
  if (!watch || watch.confirmed_ms !== null || watch.asked_on === day) return;
  const [named] = await nameWatches(ctx, tx, [watch]);
  const confirmUrl = linkTo(publicUrl(), 'confirm', { watch: watch.id, key: watch.key });
  const content = optInMail({
    brand: config.brandName,
    label: labelOf(watch.kind, named?.name ?? ''),
    confirmUrl,
  });
  // On another day the mail has another key, so it is sent again.
  const key = `opt-in-${watch.id}-${day}`;
  await send(ctx, watch.address, key, content, stopUrlOf(ctx, watch.id, watch.key));
  await markAsked(tx, watch.id, day);
  await countMail(tx, day, 'opt_ins');
}

async function sendDigest(ctx: WatchesContext, tx: Tx, watcher: WatcherRow): Promise<void> {
  const day = dayOf(ctx.platform.clock.now());
  if (watcher.sent_on !== null && watcher.sent_on >= day) return;
  const notices = await listNews(tx, watcher.id);
  if (notices.length === 0) return;
  const { labels, watches } = await namedIn(ctx, tx, notices);
  const tests = await testsOf(ctx, tx, notices);
  const news = newsOf(notices, tests, labels);
  if (news.length > 0) {
    const told = new Set(news.flatMap(({ watched }) => watched));
    const stopAllUrl = stopAllUrlOf(ctx, watcher);
    const siteUrl = ctx.platform.publicUrl();
    const named = watches.filter(({ label }) => told.has(label));
    const content = digestMail({ siteUrl, news, watches: named, stopAllUrl });
    await send(ctx, watcher.address, `digest-${watcher.id}-${firstOf(notices)}`, content, stopAllUrl);
    // The address is locked first, as it is when an alert is stopped.
    await markDigest(tx, watcher.id, day);
  }
  await deleteNotices(
    tx,
    notices.map(({ id }) => id),
  );
  if (news.length > 0) await countMail(tx, day, 'digests');
}

async function sendRetraction(
  ctx: WatchesContext,
  tx: Tx,
  watcher: WatcherRow,
  requestId: string,
  reason: string | null,
): Promise<void> {
  const notices = await listRetractions(tx, watcher.id, requestId);
  if (notices.length === 0) return;
  const test = (await testsOf(ctx, tx, notices)).get(requestId);
  if (test) {
    const { watches } = await namedIn(ctx, tx, notices);
    const stopAllUrl = stopAllUrlOf(ctx, watcher);
    const siteUrl = ctx.platform.publicUrl();
    const content = retractionMail({ siteUrl, test, reason, watches, stopAllUrl });
    await send(ctx, watcher.address, `retraction-${watcher.id}-${firstOf(notices)}`, content, stopAllUrl);
  }
  await deleteNotices(
    tx,
    notices.map(({ id }) => id),
  );
  if (test) await countMail(tx, dayOf(ctx.platform.clock.now()), 'retractions');
}

/** The oldest notice gives the mail its name. */
const firstOf = (notices: NoticeRow[]) => Math.min(...notices.map(({ id }) => id));

/** The present results, newest first, each with the alerts that it concerns. */
function newsOf(notices: NoticeRow[], tests: Map<string, ListedTest>, labels: Map<string, string>): News[] {
  const byRequest = Map.groupBy(notices, ({ request_id }) => request_id);
  const news = [...byRequest].flatMap(([requestId, rows]): News[] => {
    const test = tests.get(requestId);
    if (!test?.published_at) return [];
    const watched = [...new Set(rows.flatMap(({ watch_id }) => labels.get(watch_id) ?? []))];
    return [{ test, isRevision: rows.every(({ what }) => what === 'amended'), watched }];
  });
  return news.toReversed();
}

async function testsOf(
  { publications }: WatchesContext,
  tx: Tx,
  notices: NoticeRow[],
): Promise<Map<string, ListedTest>> {
  const ids = [...new Set(notices.map(({ request_id }) => request_id))];
  const found = await publicTests(publications, ids, tx);
  return new Map(found.map((test) => [test.request_id, test]));
}

/** The alerts of these notices, with their links. */
async function namedIn(
  ctx: WatchesContext,
  tx: Tx,
  notices: NoticeRow[],
): Promise<{ labels: Map<string, string>; watches: NamedWatch[] }> {
  const rows = [...new Map(notices.map((notice) => [notice.watch_id, notice])).values()];
  const names = await nameWatches(ctx, tx, rows);
  const labels = rows.map(({ kind }, place) => labelOf(kind, names[place]?.name ?? ''));
  return {
    labels: new Map(rows.map(({ watch_id }, place) => [watch_id, labels[place] ?? ''])),
    watches: rows.map(({ watch_id, key }, place) => ({
      label: labels[place] ?? '',
      stopUrl: stopUrlOf(ctx, watch_id, key),
    })),
  };
}

function send(
  { platform }: WatchesContext,
  to: string,
  key: string,
  content: MailContent,
  unsubscribeUrl: string,
): Promise<void> {
  const siteUrl = platform.publicUrl();
  const messageId = `<watch-${key}@${new URL(siteUrl).hostname}>`;
  return platform.mail.send({ about: 'watch', ...content, to, siteUrl, messageId, unsubscribeUrl });
}

const linkTo = (siteUrl: string, page: 'confirm' | 'stop', query: Record<string, string>) =>
  `${siteUrl}/watches/${page}?${new URLSearchParams(query)}`;

const stopUrlOf = ({ platform }: WatchesContext, watch: string, key: string) =>
  linkTo(platform.publicUrl(), 'stop', { watch, key });

const stopAllUrlOf = ({ platform }: WatchesContext, { id, key }: WatcherRow) =>
  linkTo(platform.publicUrl(), 'stop', { all: id, key });
