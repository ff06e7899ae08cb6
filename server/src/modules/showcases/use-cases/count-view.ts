import { createHmac } from 'node:crypto';
import { dayOf } from '@vialproof/science/calendar/dates';
import { isbot } from 'isbot';
import { type Viewer, worksHere } from '../../../platform/access.ts';
import { isUuid } from '../../../platform/ids.ts';
import { isOrderReader, selectOrder } from '../../orders/orders.service.ts';
import type { ShowcasesContext } from '../showcases.service.ts';
import { findShownOn } from '../showcases.store.ts';
import { addView } from '../views.store.ts';

/** Each reader is counted once for each result and day. */
const ONCE_A_DAY = { points: 1, seconds: 86_400 };

/**
 * Counts a view of a test's page while it is on the home page, once a day for each address. Owner, group, staff and
 * programs do not count. Only a hash is stored, for one day.
 */
export async function countView(
  ctx: ShowcasesContext,
  viewer: Viewer | null,
  requestId: string,
  { address, userAgent }: { address: string; userAgent: string | undefined },
): Promise<void> {
  const { clock, config, db, limits } = ctx.platform;
  if (!isUuid(requestId) || !userAgent || isbot(userAgent)) return;
  if (worksHere(viewer)) return;
  const day = dayOf(clock.now());
  const shown = await findShownOn(db.orm, requestId, day);
  if (!shown || shown.accountId === viewer?.id) return;
  if (viewer && (await isOrderReader(ctx.orders, viewer.id, await selectOrder(ctx.orders, requestId))))
    return;
  const reader = createHmac('sha256', config.secrets.code.newest)
    .update(`showcase view\n${address}\n${requestId}\n${day}`)
    .digest('base64url');
  const isKnown = await limits.take('showcase-view', reader, ONCE_A_DAY);
  if (!isKnown) await addView(db.orm, shown.id, day);
}
