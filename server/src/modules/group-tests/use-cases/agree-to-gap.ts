import type { Tx } from '../../../platform/postgres/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { updateGroup } from '../group-tests.store.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { recordEvent } from '../group-tests.transitions.ts';
import { updateMember } from '../members.store.ts';
import { mostIfAgreed, termsOf } from '../rules/cost-split.ts';
import { refuseAbove } from './take-share.ts';

/** Stores up to which amount a member agrees to pay. Refusal: `price_changed`. */
export async function agreeToGap(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  userId: string,
  shownCents: number | undefined,
): Promise<undefined | Refusal> {
  const { cost, min } = termsOf(row);
  const agreedCents = mostIfAgreed(cost, min, row.joinedCount);
  const refused = refuseAbove(agreedCents, shownCents);
  if (refused) return refused;
  await updateMember(tx, row.id, userId, { agreedCents });
  await updateGroup(tx, row.id, { updatedAt: ctx.platform.clock.now() });
  await recordEvent(ctx, tx, row, 'agreed', { actorId: userId });
  return undefined;
}
