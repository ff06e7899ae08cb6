import { batchLink, compoundLink, type DossierLink, makerLink } from '@vialproof/contract/dossier-links';
import type { MyWatch, WatchFigures, WatchKind } from '@vialproof/contract/watches';
import { dayOf } from '@vialproof/science/calendar/dates';
import type { Viewer } from '../../platform/access.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { normalizeEmail, selectEmail } from '../accounts/accounts.service.ts';
import { namesOf } from '../makers/makers.service.ts';
import { findTaskNumbers } from '../orders/orders.service.ts';
import { countAddressesAndNotices, countKinds, listDays, listMostWatched } from './figures.store.ts';
import { presentWatch } from './watches.presenter.ts';
import type { WatchesContext } from './watches.service.ts';
import { findWatch, findWatcher, listAddresses, listWatchesOf, type WatchRow } from './watches.store.ts';

type Watched = { kind: WatchKind; subject: string };

/** The present names of what is watched. */
export async function nameWatches(
  { makers, orders }: WatchesContext,
  db: Queryable,
  watches: Watched[],
): Promise<DossierLink[]> {
  const of = (kind: WatchKind) => watches.flatMap((watch) => (watch.kind === kind ? [watch.subject] : []));
  const ids = { compounds: of('compound'), makers: of('maker'), batches: of('batch') };
  const names = await namesOf(makers, ids, db);
  const numbers = await findTaskNumbers(orders, db, of('task'));
  return watches.map(({ kind, subject }): DossierLink => {
    if (kind === 'task') {
      return { name: `#${numbers.get(subject) ?? ''}`, path: `/tests/${subject}` };
    }
    const batch = kind === 'batch' ? names.batches.get(subject) : undefined;
    if (batch) return { name: `${batch.name} of ${batch.maker_name}`, path: batchLink(batch).path };
    const named = (kind === 'compound' ? names.compounds : names.makers).get(subject);
    if (!named) return { name: kind === 'compound' ? subject : '', path: null };
    return kind === 'compound' ? compoundLink(named) : makerLink(named);
  });
}

/** The alerts for the address of the viewer's account, newest first. */
export async function listOwnWatches(ctx: WatchesContext, viewer: Viewer): Promise<MyWatch[]> {
  const db = ctx.platform.db.orm;
  const rows = await listWatchesOf(db, normalizeEmail(await selectEmail(ctx.accounts, viewer.id)));
  const names = await nameWatches(ctx, db, rows);
  return rows.map((row, place) => presentWatch(row, names[place]));
}

/** The alert that a link in a mail means, with its name. Undefined for an unknown link. */
export async function findLinkedWatch(
  ctx: WatchesContext,
  { id, key }: { id: string; key: string },
): Promise<(WatchRow & { link: DossierLink }) | undefined> {
  const db = ctx.platform.db.orm;
  const watch = await findWatch(db, id);
  if (!watch || watch.key !== key) return undefined;
  const [link = { name: '', path: null }] = await nameWatches(ctx, db, [watch]);
  return { ...watch, link };
}

/** The address whose link stops all of its alerts. */
export async function findLinkedWatcher(
  { platform }: WatchesContext,
  { id, key }: { id: string; key: string },
): Promise<{ id: string } | undefined> {
  const watcher = await findWatcher(platform.db.orm, id);
  return watcher?.key === key ? { id } : undefined;
}

/** The e-mail addresses by their ids. */
export const findWatcherAddresses = (
  { platform }: WatchesContext,
  ids: string[],
): Promise<Map<string, string>> => listAddresses(platform.db.orm, ids);

const MOST_WATCHED = 20;
const DAYS_SECONDS = 30 * 86_400;

/** The number of alerts for each kind of subject, and of sent mails. */
export async function readWatchFigures(ctx: WatchesContext): Promise<WatchFigures> {
  const { db, clock } = ctx.platform;
  const since = dayOf(secondsAfter(clock.now(), -DAYS_SECONDS));
  const [kinds, totals, most, days] = await Promise.all([
    countKinds(db.orm),
    countAddressesAndNotices(db.orm),
    listMostWatched(db.orm, MOST_WATCHED),
    listDays(db.orm, since),
  ]);
  const names = await nameWatches(ctx, db.orm, most);
  const most_watched = most.map(({ kind, watchers }, place) => ({
    kind,
    name: names[place]?.name ?? '',
    path: names[place]?.path ?? null,
    watchers,
  }));
  return { kinds, ...totals, most_watched, days };
}
