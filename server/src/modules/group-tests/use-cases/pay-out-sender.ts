import type { GroupAccounts, PayoutBody } from '@vialproof/contract/group-tests';
import { exactMinute } from '@vialproof/science/calendar/dates';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { bookPayout } from '../../ledger/ledger.service.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { updateGroup } from '../group-tests.store.ts';
import { lockGroupRow, recordEvent } from '../group-tests.transitions.ts';
import { groupStatementOf, payableFromOf } from '../statement.queries.ts';

/**
 * Stores that an admin paid the sender. Refusal: `payout_waits` if a bank could still take back a card payment, unless
 * the admin gives a reason.
 */
export async function payOutSender(
  ctx: GroupsContext,
  tx: Tx,
  viewer: Viewer,
  id: string,
  { release }: PayoutBody,
): Promise<GroupAccounts | Refusal> {
  const row = isUuid(id) ? await lockGroupRow(ctx, tx, id) : undefined;
  if (!row) return refuse('not_found');
  if (!row.senderId || row.payoutAt) return refuse('wrong_state');
  if (row.senderId === viewer.id) return refuse('own_order');
  const from = await payableFromOf(ctx, id, tx);
  const now = ctx.platform.clock.now();
  const isEarly = from !== null && from > now;
  if (isEarly && !release) return refuse('payout_waits', waitsUntil(from));
  const cents = row.shippingCents + row.vialCents;
  await bookPayout(ctx.ledger, tx, { groupId: id, cents, at: now });
  await updateGroup(tx, id, { payoutAt: now, payoutBy: viewer.id, updatedAt: now });
  await recordEvent(ctx, tx, row, 'paid_out', { actorId: row.senderId, recipients: [row.senderId] });
  await recordAudit(tx, {
    at: now,
    actorId: viewer.id,
    action: 'group.payout',
    subject: { kind: 'group', id },
    detail: {
      cents,
      ...(isEarly && release ? { released_early: release.reason, payable_from: from.toISOString() } : {}),
    },
  });
  return groupStatementOf(ctx, viewer, id, tx);
}

const waitsUntil = (from: Date): string =>
  `Card payments can still be taken back: this is paid out from ${exactMinute(from.toISOString())} UTC on, and earlier only with a reason.`;
