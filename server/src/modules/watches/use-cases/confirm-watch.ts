import { secondsAfter } from '../../../platform/clock.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findLinkedWatch } from '../watches.queries.ts';
import { CONFIRM_SECONDS } from '../watches.rules.ts';
import type { WatchesContext } from '../watches.service.ts';
import { confirmWatch as confirmInStore } from '../watches.store.ts';

type Linked = NonNullable<Awaited<ReturnType<typeof findLinkedWatch>>>;

/** The alert that a link in a mail means. Refusal: `not_found`, also after 48 hours. */
export async function findConfirmable(
  ctx: WatchesContext,
  link: { id: string; key: string },
): Promise<Linked | Refusal> {
  const watch = await findLinkedWatch(ctx, link);
  if (!watch) return refuse('not_found');
  const ends = secondsAfter(new Date(watch.created_ms), CONFIRM_SECONDS);
  return watch.confirmed_ms === null && ends <= ctx.platform.clock.now() ? refuse('not_found') : watch;
}

/** Confirms an alert. A second time changes nothing. Refusal: `not_found`. */
export async function confirmWatch(
  ctx: WatchesContext,
  link: { id: string; key: string },
): Promise<Linked | Refusal> {
  const watch = await findConfirmable(ctx, link);
  if (isRefusal(watch)) return watch;
  await ctx.platform.db.transaction((tx) => confirmInStore(tx, watch.id, ctx.platform.clock.now()));
  return watch;
}
