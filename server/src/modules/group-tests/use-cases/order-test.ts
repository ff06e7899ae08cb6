import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { createGroupOrder } from '../../orders/orders.service.ts';
import { senderOf } from '../group-tests.queries.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import type { GroupRow, ShareRow } from '../group-tests.tables.ts';
import { moveGroup } from '../group-tests.transitions.ts';

/** Orders the test when everything is paid, and mails the laboratory's address to the sender. */
export async function orderTest(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  shares: ShareRow[],
): Promise<GroupRow | Refusal> {
  const readers = [...new Set(shares.flatMap(({ holderId }) => holderId ?? []))];
  const request = await createGroupOrder(ctx.orders, tx, {
    groupTestId: row.id,
    organizerId: row.organizerId,
    readers,
    skuId: row.skuId,
    isPublic: row.isPublic,
    priceCents: row.testCents,
  });
  if (isRefusal(request)) return request;
  return moveGroup(ctx, tx, row, 'all_paid', {
    recipients: [row.organizerId, ...readers, await senderOf(tx, row)],
    change: { paidAt: ctx.platform.clock.now(), requestId: request.id, suspendedUntil: null, payBy: null },
  });
}
