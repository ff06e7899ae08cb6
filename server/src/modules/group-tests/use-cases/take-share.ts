import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { updateGroup } from '../group-tests.store.ts';
import type { GroupRow, ShareRow } from '../group-tests.tables.ts';
import { recordEvent } from '../group-tests.transitions.ts';
import { seatMember } from '../members.store.ts';
import { TAKEN_PAY_MS } from '../rules/deadlines.ts';
import { updateShare } from '../shares.store.ts';

/** Gives a free share to a person, who has a day to pay. Refusal: `price_changed`. */
export async function takeShare(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  taker: { open: ShareRow; userId: string; isIn: boolean; shownCents: number | undefined },
): Promise<undefined | Refusal> {
  const { open, userId, isIn, shownCents } = taker;
  const refused = refuseAbove(open.amountCents, shownCents);
  if (refused) return refused;
  const now = ctx.platform.clock.now();
  const payBy = new Date(now.getTime() + TAKEN_PAY_MS);
  await updateShare(tx, open.id, { status: 'due', holderId: userId, payBy, updatedAt: now });
  if (!isIn) await seatMember(tx, row.id, userId, now);
  const joinedCount = isIn ? row.joinedCount : row.joinedCount + 1;
  const taken = await updateGroup(tx, row.id, { joinedCount, updatedAt: now });
  await recordEvent(ctx, tx, taken, 'share_taken', { actorId: userId, recipients: [userId] });
  return undefined;
}

/** Refuses if the price is higher than the page showed. */
export const refuseAbove = (cents: number, shownCents: number | undefined): Refusal | undefined =>
  shownCents !== undefined && cents > shownCents
    ? refuse('price_changed', undefined, { amount_cents: cents })
    : undefined;
