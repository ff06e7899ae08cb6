import { selectSkus } from '../catalog/catalog.service.ts';
import { orderTimelineOf, selectOrder, showKey } from '../orders/orders.service.ts';
import { findEvent } from './group-events.store.ts';
import { findNames, findSharePayments } from './group-tests.queries.ts';
import type { GroupsContext } from './group-tests.service.ts';
import { findGroup } from './group-tests.store.ts';
import type { EventRow, GroupRow, ShareRow } from './group-tests.tables.ts';
import { listMembers } from './members.store.ts';
import { mostIfAgreed, termsOf } from './rules/cost-split.ts';
import { joinedOf, senderAmong } from './rules/permissions.ts';
import { isLive } from './rules/shares.ts';
import { isUnlocked, wireStatus } from './rules/states.ts';
import { listShares } from './shares.store.ts';
import { payableFromOf } from './statement.queries.ts';
import { listVolunteers } from './volunteers.store.ts';

export type GroupMailFacts = Awaited<ReturnType<typeof groupMailFactsOf>>;

/** What a mail to one person about one event of a group needs to know. */
export async function groupMailFactsOf(ctx: GroupsContext, groupId: string, userId: string, eventId: number) {
  const { clock, db } = ctx.platform;
  const row = await findGroup(db.orm, groupId);
  const event = await findEvent(db.orm, eventId);
  if (!row || !event) throw new Error(`group ${groupId} or its event ${eventId} is missing`);
  const [members, shares, volunteers, skuOf] = await Promise.all([
    listMembers(db.orm, groupId),
    listShares(db.orm, groupId),
    listVolunteers(db.orm, groupId),
    selectSkus(ctx.catalog, [row.skuId]),
  ]);
  const sku = skuOf(row.skuId);
  const own = shares.filter(({ holderId }) => holderId === userId);
  const payments = await findSharePayments(
    ctx,
    own.map(({ id }) => id),
  );
  const canBePaid = ({ status, payBy }: ShareRow) => status === 'due' && !(payBy && payBy <= clock.now());
  const member = joinedOf(members).find((each) => each.userId === userId);
  const { cost, min } = termsOf(row);
  const joined = joinedOf(members).length;
  const isSender = senderAmong(row, volunteers) === userId;
  const paid = own.filter(({ status }) => status === 'paid');
  const isReader = userId === row.organizerId || paid.length > 0;
  return {
    groupId,
    title: row.title,
    skuName: sku.name,
    sampleRequirement: sku.sample_requirement,
    ...wireStatus(row.state, row.deadlineAt, clock.now()),
    joined,
    min,
    /** The highest amount to which the reader agreed. */
    agreedCents: member?.agreedCents ?? null,
    /** The most that the reader would pay after agreeing now. */
    mostCents: member && isUnlocked(row.state) && joined < min ? mostIfAgreed(cost, min, joined) : null,
    /** The prices of the shares that nobody pays. */
    openCents: shares.filter(({ status }) => status === 'open').map(({ amountCents }) => amountCents),
    /** What the reader has paid and not got back. */
    paidCents: paid.reduce((sum, { amountCents }) => sum + amountCents, 0),
    paidShares: shares.filter(({ status }) => status === 'paid').length,
    liveShares: shares.filter(isLive).length,
    isMember: member !== undefined,
    isOrganizer: userId === row.organizerId,
    isByOrganizer: event.actorId === row.organizerId,
    suspendedUntil: row.suspendedUntil,
    isLocked: row.lockedAt !== null,
    /** The share that the reader can pay now. */
    due: own.find((share) => canBePaid(share) && !payments.paymentOf(share.id)?.holdsMoney) ?? null,
    wasCharged: payments.all.some(({ receivedCents }) => receivedCents > 0),
    /** Whether the reader is the one who did this. */
    isAboutReader: event.actorId === userId,
    actor: await nameOfActor(ctx, event),
    text: event.text,
    /** The note that a volunteer wrote with the offer of a vial. */
    offerNote: volunteers.find((each) => each.userId === event.actorId)?.note || null,
    isSender,
    payoutCents: row.shippingCents + row.vialCents,
    /** From when an admin may pay the sender. Null: at any time. */
    payableFrom: row.paidAt ? await payableFromOf(ctx, groupId) : null,
    isPublic: row.isPublic,
    ...(await requestFacts(ctx, row, event, isReader, isSender)),
  };
}

async function requestFacts(
  { orders }: GroupsContext,
  { requestId }: GroupRow,
  { kind }: EventRow,
  isReader: boolean,
  isSender: boolean,
) {
  const request = requestId ? await selectOrder(orders, requestId) : undefined;
  const timeline = request && kind === 'sample_refused' ? await orderTimelineOf(orders, request) : [];
  const refusal = timeline.findLast((each) => each.kind === 'sample_refused');
  return {
    taskNumber: request && (isReader || isSender) ? request.taskNumber : null,
    uniqueKey: request && isReader ? showKey(request.uniqueKey) : null,
    requestId: request?.id ?? null,
    /** Why the laboratory refused the last sample. */
    refusal: refusal ? { reason: refusal.reason ?? 'other', note: refusal.note } : null,
  };
}

async function nameOfActor(ctx: GroupsContext, { actorId }: EventRow): Promise<string | null> {
  if (!actorId) return null;
  const actor = (await findNames(ctx, [actorId]))(actorId);
  return actor.is_staff ? `${actor.display_name} (staff)` : actor.display_name;
}
