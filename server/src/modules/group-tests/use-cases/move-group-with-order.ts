import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { bookOwed } from '../../ledger/ledger.service.ts';
import type { OrderEvent } from '../../orders/orders.service.ts';
import { senderOf } from '../group-tests.queries.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { findGroupByRequest, findGroupForUpdate, updateGroup } from '../group-tests.store.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { moveGroup, recordEvent } from '../group-tests.transitions.ts';
import { listMembers } from '../members.store.ts';
import { joinedOf } from '../rules/permissions.ts';
import { endGroup } from './cancel-group.ts';

/** Changes the state of a group after work of the laboratory on its order. */
export async function moveGroupWithOrder(
  ctx: GroupsContext,
  tx: Tx,
  { requestId, groupTestId, event, note }: OrderEvent,
): Promise<void> {
  if (!event || groupTestId === null) return;
  const known = await findGroupByRequest(tx, requestId);
  const row = known && (await findGroupForUpdate(tx, known.id));
  if (!row) return;
  const members = joinedOf(await listMembers(tx, row.id)).map(({ userId }) => userId);
  const everybody = [row.organizerId, ...members];
  const text = note ?? null;
  let outcome: unknown;
  if (event === 'sample_received') {
    const received = await receiveVial(ctx, tx, row);
    const recipients = [...everybody, await senderOf(tx, received)];
    await recordEvent(ctx, tx, received, 'sample_received', { recipients });
  } else if (event === 'sample_refused') {
    await recordEvent(ctx, tx, row, 'sample_refused', { recipients: [await senderOf(tx, row)] });
  } else if (event === 'completed') {
    outcome = await moveGroup(ctx, tx, row, 'completed', { recipients: everybody });
  } else if (event === 'result_amended') {
    await recordEvent(ctx, tx, row, 'amended', { recipients: everybody, text });
  } else if (event === 'result_retracted') {
    outcome = await moveGroup(ctx, tx, row, 'retracted', { recipients: everybody, text });
  } else if (event === 'cancelled') {
    outcome = await endGroup(ctx, tx, row, null);
  }
  if (isRefusal(outcome)) throw new Error(`group ${row.id} does not follow ${event}: ${outcome.code}`);
}

/** Stores that the vial has arrived. From now on its sender gets money. */
async function receiveVial(ctx: GroupsContext, tx: Tx, row: GroupRow): Promise<GroupRow> {
  if (row.receivedAt) return row;
  const now = ctx.platform.clock.now();
  const cents = row.shippingCents + row.vialCents;
  if (cents > 0) await bookOwed(ctx.ledger, tx, { groupId: row.id, cents, at: now });
  const senderId = cents > 0 ? await senderOf(tx, row) : null;
  return updateGroup(tx, row.id, { receivedAt: now, senderId, updatedAt: now });
}
