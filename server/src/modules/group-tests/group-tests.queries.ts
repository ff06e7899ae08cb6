import type { GroupCategory, GroupDetail, GroupTest } from '@vialproof/contract/group-tests';
import type { Need } from '@vialproof/contract/orders';
import type { Pagination } from '@vialproof/contract/primitives';
import type { Viewer } from '../../platform/access.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { selectSkus } from '../catalog/catalog.service.ts';
import { findOrder, selectOrder } from '../orders/orders.service.ts';
import { decisivePayment, paymentsOfMany } from '../payments/payments.service.ts';
import { listEvents } from './group-events.store.ts';
import {
  type Named,
  presentEvent,
  presentGroup,
  presentMember,
  presentShareNeed,
  presentVialNeed,
  presentViewer,
  presentVolunteer,
} from './group-tests.presenter.ts';
import type { GroupsContext } from './group-tests.service.ts';
import {
  countVisibleGroups,
  findGroup,
  findGroupByRequest,
  listGroupsById,
  listGroupsSentBy,
  listVisibleGroups,
} from './group-tests.store.ts';
import type { GroupRow } from './group-tests.tables.ts';
import { listMembers } from './members.store.ts';
import { LAST_MOMENT_MS } from './rules/deadlines.ts';
import { type GroupRecords, isInside, senderAmong } from './rules/permissions.ts';
import { STATES_OF } from './rules/states.ts';
import { listOpenShares, listShares, listSharesOf } from './shares.store.ts';
import { listVolunteers } from './volunteers.store.ts';

/** Events in a group's history that only members may read. */
const FOR_MEMBERS: string[] = ['message', 'payment_problem', 'payment_refunded'];
const FORMER_MEMBER = 'Former member';

/** A page of groups: public ones, and the viewer's own. */
export async function listGroups(
  ctx: GroupsContext,
  { category, page, limit }: { category: GroupCategory; page: number; limit: number },
  viewer: Viewer | null,
): Promise<{ items: GroupTest[]; pagination: Pagination }> {
  const { db, clock } = ctx.platform;
  const edge = new Date(clock.now().getTime() + LAST_MOMENT_MS);
  const deadline = category === 'open' ? { after: edge } : category === 'last' ? { upTo: edge } : {};
  const filter = { states: STATES_OF[category], viewerId: viewer?.id ?? null, ...deadline };
  const [rows, total] = await Promise.all([
    listVisibleGroups(db.orm, filter, { offset: (page - 1) * limit, limit }),
    countVisibleGroups(db.orm, filter),
  ]);
  return { items: await describeGroups(ctx, rows), pagination: { page, limit, total } };
}

/** Groups as everybody may see them, with display names only. */
export async function describeGroups(ctx: GroupsContext, rows: GroupRow[]): Promise<GroupTest[]> {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  const short = rows.filter(({ state }) => state === 'short').map(({ id }) => id);
  const [skuOf, personOf, open] = await Promise.all([
    selectSkus(
      ctx.catalog,
      rows.map(({ skuId }) => skuId),
    ),
    findNames(
      ctx,
      rows.map(({ organizerId }) => organizerId),
    ),
    listOpenShares(db.orm, short),
  ]);
  return rows.map((row) =>
    presentGroup(row, {
      sku: skuOf(row.skuId),
      organizer: personOf(row.organizerId),
      openShares: open.filter(({ groupId }) => groupId === row.id),
      now,
    }),
  );
}

/** A group with members, offers and history, as this person may see it. Refusal: `not_found`. */
export async function findGroupDetail(
  ctx: GroupsContext,
  id: string,
  viewer: Viewer | null,
): Promise<GroupDetail | Refusal> {
  const { orm } = ctx.platform.db;
  const row = isUuid(id) ? await findGroup(orm, id) : undefined;
  if (!row) return refuse('not_found');
  const [members, shares, volunteers, events] = await Promise.all([
    listMembers(orm, id),
    listShares(orm, id),
    listVolunteers(orm, id),
    listEvents(orm, id),
  ]);
  const personOf = await findNames(ctx, [
    row.organizerId,
    ...members.map(({ userId }) => userId),
    ...volunteers.map(({ userId }) => userId),
    ...events.flatMap(({ actorId }) => actorId ?? []),
  ]);
  const [test] = await describeGroups(ctx, [row]);
  if (!test) throw new Error(`group ${id} could not be shown`);
  const isForMember = viewer !== null && isInside(viewer, row, members);
  return {
    test,
    members: members.map((member) => presentMember(member, row, personOf)),
    volunteers: volunteers.map((volunteer) => presentVolunteer(volunteer, row, personOf)),
    events: events
      .filter(({ kind }) => isForMember || !FOR_MEMBERS.includes(kind))
      .map((event) => presentEvent(event, personOf)),
    ...(viewer ? { viewer: await describeViewer(ctx, viewer, { row, members, shares, volunteers }) } : {}),
  };
}

async function describeViewer(ctx: GroupsContext, viewer: Viewer, group: GroupRecords) {
  const { row, shares, volunteers } = group;
  const own = shares.filter(({ holderId }) => holderId === viewer.id);
  // The sender of the vial needs the task number. Only the organizer and those who paid may see the certificate's key.
  const isReader = viewer.id === row.organizerId || own.some(({ status }) => status === 'paid');
  const isConcerned = isReader || senderAmong(row, volunteers) === viewer.id;
  const request = row.requestId && isConcerned ? await selectOrder(ctx.orders, row.requestId) : null;
  const { paymentOf } = await findSharePayments(
    ctx,
    own.map(({ id }) => id),
  );
  return presentViewer(viewer, group, { own, request, isReader, paymentOf });
}

/** The display names of people by id. A deleted account is 'Former member'. */
export async function findNames(
  { accounts }: GroupsContext,
  ids: string[],
  tx?: Tx,
): Promise<(id: string) => Named> {
  const people = await findPeople(accounts, ids, tx);
  return (id) => {
    const { display_name = FORMER_MEMBER, role = 'customer' } = people.get(id) ?? {};
    return { display_name, is_staff: role !== 'customer' };
  };
}

/** All payments of these shares, and for each share the payment that decides its state. */
export async function findSharePayments({ payments }: GroupsContext, shareIds: string[], tx?: Tx) {
  const all = await paymentsOfMany(payments, 'group_share', shareIds, tx);
  const byShare = Map.groupBy(all, ({ subject }) => subject.id);
  return { all, paymentOf: (shareId: string) => decisivePayment(byShare.get(shareId) ?? []) };
}

/** The person who sends the group's vial. */
export const senderOf = async (db: Queryable, row: GroupRow): Promise<string> =>
  senderAmong(row, await listVolunteers(db, row.id));

/** The sender of the vial of this request; undefined without a group. */
export async function findSenderOfRequest(
  ctx: GroupsContext,
  requestId: string,
  db: Queryable = ctx.platform.db.orm,
): Promise<string | undefined> {
  const row = await findGroupByRequest(db, requestId);
  return row && senderOf(db, row);
}

/** The titles of these groups, by id. */
export async function findGroupTitles(
  { platform }: GroupsContext,
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await listGroupsById(platform.db.orm, ids);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** What the viewer has to do in groups. */
export async function groupNeedsOf(ctx: GroupsContext, viewer: Viewer): Promise<Need[]> {
  const { orm } = ctx.platform.db;
  const due = (await listSharesOf(orm, viewer.id)).filter(({ status }) => status === 'due');
  const titleOf = await findGroupTitles(
    ctx,
    due.map(({ groupId }) => groupId),
  );
  const toSend: GroupRow[] = [];
  for (const row of await listGroupsSentBy(orm, viewer.id)) {
    const request = row.requestId ? await findOrder(ctx.orders, row.requestId) : undefined;
    if (request?.status === 'awaiting_sample' && !request.sampleTrackingNumber) toSend.push(row);
  }
  return [
    ...due.map((share) => presentShareNeed(share, titleOf.get(share.groupId) ?? '')),
    ...toSend.map(presentVialNeed),
  ];
}
