import type { Viewer } from '../../../platform/access.ts';
import { isUuid } from '../../../platform/ids.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { normalizeEmail, selectEmail } from '../../accounts/accounts.service.ts';
import { findLinkedWatch, findLinkedWatcher } from '../watches.queries.ts';
import { labelOf } from '../watches.rules.ts';
import type { WatchesContext } from '../watches.service.ts';
import { deleteWatches, findWatcherAt } from '../watches.store.ts';

type Link = { id: string; key: string };

/** Stops the alert that a link in a mail means. Returns its name. Refusal: `not_found`. */
export async function stopLinkedWatch(ctx: WatchesContext, link: Link): Promise<string | Refusal> {
  const watch = await findLinkedWatch(ctx, link);
  if (!watch) return refuse('not_found');
  const { db } = ctx.platform;
  const count = await db.transaction((tx) => deleteWatches(tx, watch.watcher_id, watch.id));
  return count === 0 ? refuse('not_found') : labelOf(watch.kind, watch.link.name);
}

/** Stops all alerts of an address by a link in a mail. Refusal: `not_found`. */
export async function stopAllLinked(ctx: WatchesContext, link: Link): Promise<Refusal | undefined> {
  const watcher = await findLinkedWatcher(ctx, link);
  const stopped = watcher && (await ctx.platform.db.transaction((tx) => deleteWatches(tx, watcher.id)));
  return stopped ? undefined : refuse('not_found');
}

/** Stops an alert of the signed-in person. Refusal: `not_found`. */
export async function stopOwnWatch(
  ctx: WatchesContext,
  viewer: Viewer,
  id: string,
): Promise<Refusal | undefined> {
  const { db } = ctx.platform;
  const address = normalizeEmail(await selectEmail(ctx.accounts, viewer.id));
  const watcher = isUuid(id) ? await findWatcherAt(db.orm, address) : undefined;
  const stopped = watcher && (await db.transaction((tx) => deleteWatches(tx, watcher.id, id)));
  return stopped ? undefined : refuse('not_found');
}
