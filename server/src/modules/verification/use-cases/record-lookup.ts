import { dayOf } from '@vialproof/science/calendar/dates';
import { type Viewer, worksHere } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { isOrderReader, type VerifiableRequest } from '../../orders/orders.service.ts';
import type { VerifiedRequest } from '../verification.queries.ts';
import { isUnusual } from '../verification.rules.ts';
import type { VerificationContext } from '../verification.service.ts';
import { countLookup, takeLookupMail } from '../verification.store.ts';

const WEEK_SECONDS = 7 * 86_400;

/**
 * Counts that somebody looked up a test, and tells other modules if there are very many. Owner, group and staff do not
 * count. Returns this month's number. Null if counting failed, which does no harm.
 */
export async function recordLookup(
  ctx: VerificationContext,
  viewer: Viewer | null,
  request: VerifiedRequest,
): Promise<number | null> {
  const { platform } = ctx;
  const now = platform.clock.now();
  try {
    const counts = request.revisions.length > 0 && !(await isAtHome(ctx, viewer, request));
    const lookups = await countLookup(platform.db.pool, { requestId: request.id, day: dayOf(now), counts });
    if (counts && isUnusual(lookups)) await publishOnce(ctx, request, { now, today: lookups.today });
    return lookups.earlierInMonth + lookups.today;
  } catch (error) {
    platform.log.warn({ err: error, requestId: request.id }, 'a lookup could not be counted');
    return null;
  }
}

async function isAtHome(
  { orders }: VerificationContext,
  viewer: Viewer | null,
  request: VerifiableRequest,
): Promise<boolean> {
  if (!viewer) return false;
  return worksHere(viewer) || isOrderReader(orders, viewer.id, request);
}

/** Tells other modules at most once a week. */
async function publishOnce(
  { platform, afterManyLookups }: VerificationContext,
  { id: requestId, customerId: ownerId }: VerifiableRequest,
  { now, today }: { now: Date; today: number },
): Promise<void> {
  const since = secondsAfter(now, -WEEK_SECONDS);
  await platform.db.transaction(async (tx) => {
    if (!(await takeLookupMail(tx, { requestId, now, since }))) return;
    await afterManyLookups(tx, { requestId, ownerId, day: dayOf(now), today });
  });
}
