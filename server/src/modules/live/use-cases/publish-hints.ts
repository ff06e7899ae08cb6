import type { Tx } from '../../../platform/postgres/database.ts';
import { findSenderOfRequest } from '../../group-tests/group-tests.service.ts';
import { orderReadersOf } from '../../orders/orders.service.ts';
import { channelOf } from '../live.rules.ts';
import type { LiveContext } from '../live.service.ts';

type OrderEvent = { requestId: string; ownerId: string; groupTestId: string | null; isPassed?: boolean };

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Sends news about an order to those who may see it, and to staff. */
export async function publishOrderHints(ctx: LiveContext, tx: Tx, event: OrderEvent): Promise<void> {
  const { requestId, ownerId, groupTestId, isPassed } = event;
  if (isPassed) return;
  const { live } = ctx.platform;
  const people = new Set([ownerId]);
  if (groupTestId) {
    for (const reader of await orderReadersOf(ctx.orders, requestId, tx)) people.add(reader);
    people.add((await findSenderOfRequest(ctx.groups, requestId, tx)) ?? ownerId);
    // Members of the group get news too, because the group's page shows the vial.
    await live.publish(tx, [channelOf.group(groupTestId)], { kind: 'group', id: groupTestId });
  }
  const channels = [...people].map(channelOf.person);
  await live.publish(tx, [...channels, channelOf.staff], { kind: 'request', id: requestId });
}

/** Sends news to the owner of a week on the home page, because the page of the test shows it. */
export function publishShowcaseHints(
  { platform }: LiveContext,
  tx: Tx,
  { accountId, requestId }: { accountId: string; requestId: string },
): Promise<void> {
  return platform.live.publish(tx, [channelOf.person(accountId)], { kind: 'request', id: requestId });
}

/** Sends news about a draft, only to staff. */
export function publishWorkHints(ctx: LiveContext, tx: Tx, requestId: string): Promise<void> {
  return ctx.platform.live.publish(tx, [channelOf.staff], { kind: 'request', id: requestId });
}

/** Sends news for the page of a group and for the list of groups. */
export async function publishGroupHints(
  { platform }: LiveContext,
  tx: Tx,
  { groupId }: { groupId: string },
): Promise<void> {
  await platform.live.publish(tx, [channelOf.group(groupId)], { kind: 'group', id: groupId });
  // This message does not name the group, because its id would open a group that is not listed.
  await platform.live.publish(tx, [channelOf.groups], { kind: 'groups', id: NOBODY });
}
