import type { GroupDetail, GroupTest, GroupViewer } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../platform/access.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import { type Orders, showKey } from '../orders/orders.service.ts';
import type { GroupMoney } from './group-tests.money.ts';
import { joinedOf, termsOf } from './group-tests.moves.ts';
import {
  type Named,
  presentEvent,
  presentGroup,
  presentMember,
  presentShare,
  presentVolunteer,
} from './group-tests.presenter.ts';
import {
  isInvolved,
  isUnlocked,
  mostIfAgreed,
  senderAmong,
  takesOffers,
  wireStatus,
} from './group-tests.rules.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { GroupRow, MemberRow, ShareRow, VolunteerRow } from './group-tests.tables.ts';
import { isLive } from './seats.rules.ts';
import type { SeatsStore } from './seats.store.ts';

type Deps = {
  platform: Platform;
  groups: GroupsStore;
  seats: SeatsStore;
  money: GroupMoney;
  accounts: Accounts;
  catalog: Catalog;
  orders: Orders;
};
type Inside = { row: GroupRow; members: MemberRow[]; shares: ShareRow[]; volunteers: VolunteerRow[] };

/** What the organizer writes, and how somebody's payment goes, is not for strangers. */
const FOR_MEMBERS: string[] = ['message', 'payment_problem', 'payment_refunded'];

export const FORMER_MEMBER = 'Former member';

/** What people see of groups. Display names only: no answer holds an address or a real name. */
export function groupReading({ platform, groups, seats, money, accounts, catalog, orders }: Deps) {
  const { clock } = platform;

  /** People by display name; those who are gone are 'Former member'. */
  async function peopleOf(ids: string[], tx?: Tx): Promise<(id: string) => Named> {
    const people = await accounts.findPeople(ids, tx);
    return (id) => {
      const { display_name = FORMER_MEMBER, role = 'customer' } = people.get(id) ?? {};
      return { display_name, is_staff: role !== 'customer' };
    };
  }

  async function present(rows: GroupRow[]): Promise<GroupTest[]> {
    const now = clock.now();
    const [skuOf, personOf, open] = await Promise.all([
      catalog.selectMany(rows.map(({ skuId }) => skuId)),
      peopleOf(rows.map(({ organizerId }) => organizerId)),
      seats.openSharesOf(rows.filter(({ state }) => state === 'short').map(({ id }) => id)),
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

  async function requestFor(viewer: Viewer, row: GroupRow, isPayer: boolean, isSender: boolean) {
    if (!row.requestId || !(viewer.id === row.organizerId || isPayer || isSender)) return null;
    const request = await orders.select(row.requestId);
    // The sender needs the task number for the parcel; the key is for those who paid.
    const isReader = viewer.id === row.organizerId || isPayer;
    return {
      row: request,
      shown: {
        id: request.id,
        task_number: request.taskNumber,
        status: request.status,
        unique_key: isReader ? showKey(request.uniqueKey) : null,
        sample_tracking_number: request.sampleTrackingNumber,
      },
    };
  }

  async function viewerOf(
    viewer: Viewer,
    { row, members, shares, volunteers }: Inside,
  ): Promise<GroupViewer> {
    const isOrganizer = viewer.id === row.organizerId;
    const isAdmin = viewer.role === 'admin';
    const member = members.find(({ userId, state }) => userId === viewer.id && state === 'joined');
    const own = shares.filter(({ holderId }) => holderId === viewer.id);
    const offer = volunteers.find(({ userId }) => userId === viewer.id);
    const isSender = senderAmong(row, volunteers) === viewer.id;
    const isPayer = own.some(({ status }) => status === 'paid');
    const request = await requestFor(viewer, row, isPayer, isSender);
    const { ofShare } = await money.paymentsOfShares(own.map(({ id }) => id));
    const presentOwn = (share: ShareRow) => presentShare(share, ofShare(share.id));
    const { cost, min } = termsOf(row);
    const unlocked = isUnlocked(row.state);
    const handles = isAdmin && !isOrganizer && !isInvolved(viewer.id, members, volunteers);
    const hasGap = unlocked && row.joinedCount < min && member !== undefined;
    const isShort = row.state === 'short' && shares.some(({ status }) => status === 'open');
    const canCover = row.state === 'gap' && joinedOf(members).some(({ agreedCents }) => agreedCents !== null);
    const isDue = own.some(({ status }) => status === 'due');
    const due = own.find(({ status }) => status === 'due');
    const current = due ?? own.filter(isLive).at(-1) ?? own.at(-1);
    return {
      is_member: member !== undefined,
      is_organizer: isOrganizer,
      is_admin: isAdmin,
      is_sender: isSender && row.state !== 'open',
      volunteer: offer?.status ?? null,
      share: current ? presentOwn(current) : null,
      shares: own.map(presentOwn),
      gap: hasGap
        ? { most_cents: mostIfAgreed(cost, min, row.joinedCount), agreed_cents: member.agreedCents }
        : null,
      request: request?.shown ?? null,
      specimen:
        isOrganizer && request
          ? {
              compound_name: request.row.compoundName,
              dosage_text: request.row.dosageText,
              manufacturer: request.row.manufacturer,
              batch_code: request.row.batchCode,
              notes: request.row.notes,
              is_editable: request.row.status === 'awaiting_sample',
            }
          : null,
      may: {
        join: !member && (unlocked || isShort),
        leave: member !== undefined && unlocked,
        agree: hasGap || (isShort && isPayer && !isDue),
        volunteer: takesOffers(row) && !offer,
        finalise: (isOrganizer || handles) && unlocked && (row.joinedCount >= min || canCover),
        cancel: handles
          ? row.state !== 'complete' && row.state !== 'cancelled' && !row.receivedAt
          : isOrganizer && unlocked,
        message: isOrganizer || handles,
        decide: (isOrganizer || handles) && takesOffers(row),
        track: (isOrganizer || isSender) && request?.row.status === 'awaiting_sample',
      },
    };
  }

  return {
    peopleOf,
    present,

    async detail(id: string, viewer: Viewer | null): Promise<GroupDetail | Refusal> {
      const row = await groups.find(id);
      if (!row) return refuse('not_found');
      const [members, shares, volunteers, events] = await Promise.all([
        seats.members(id),
        seats.shares(id),
        groups.volunteers(id),
        groups.events(id),
      ]);
      const personOf = await peopleOf([
        row.organizerId,
        ...members.map(({ userId }) => userId),
        ...volunteers.map(({ userId }) => userId),
        ...events.flatMap(({ actorId }) => actorId ?? []),
      ]);
      const [test] = await present([row]);
      if (!test) throw new Error(`group ${id} could not be shown`);
      const isInside =
        viewer !== null &&
        (viewer.role === 'admin' ||
          viewer.id === row.organizerId ||
          members.some(({ userId, state }) => userId === viewer.id && state === 'joined'));
      return {
        test,
        members: members.map((member) => presentMember(member, row, personOf)),
        volunteers: volunteers.map((volunteer) => presentVolunteer(volunteer, row, personOf)),
        events: events
          .filter(({ kind }) => isInside || !FOR_MEMBERS.includes(kind))
          .map((event) => presentEvent(event, personOf)),
        ...(viewer ? { viewer: await viewerOf(viewer, { row, members, shares, volunteers }) } : {}),
      };
    },

    /** Who sends the vial for this request of a group; undefined for any other request. */
    async senderOf(requestId: string, db?: Queryable): Promise<string | undefined> {
      const row = await groups.findByRequest(requestId, db);
      return row && senderAmong(row, await groups.volunteers(row.id, db));
    },

    /** What a mail to one person about one event says. */
    async mailFacts(groupId: string, userId: string, eventId: number) {
      const row = await groups.find(groupId);
      const event = await groups.findEvent(eventId);
      if (!row || !event) throw new Error(`group ${groupId} or its event ${eventId} is missing`);
      const [members, shares, volunteers, sku] = await Promise.all([
        seats.members(groupId),
        seats.shares(groupId),
        groups.volunteers(groupId),
        catalog.selectMany([row.skuId]),
      ]);
      const own = shares.filter(({ holderId }) => holderId === userId);
      const payments = await money.paymentsOfShares(own.map(({ id }) => id));
      const canBePaid = ({ status, payBy }: ShareRow) => status === 'due' && !(payBy && payBy <= clock.now());
      const member = members.find((each) => each.userId === userId && each.state === 'joined');
      const { cost, min } = termsOf(row);
      const joined = joinedOf(members).length;
      const sender = senderAmong(row, volunteers);
      const request = row.requestId ? await orders.select(row.requestId) : undefined;
      const timeline = request && event.kind === 'sample_refused' ? await orders.timelineOf(request) : [];
      const refusal = timeline.findLast(({ kind }) => kind === 'sample_refused');
      const isReader = userId === row.organizerId || own.some(({ status }) => status === 'paid');
      const actor = event.actorId ? (await peopleOf([event.actorId]))(event.actorId) : null;
      return {
        groupId,
        title: row.title,
        skuName: sku(row.skuId).name,
        sampleRequirement: sku(row.skuId).sample_requirement,
        ...wireStatus(row.state, row.deadlineAt, clock.now()),
        joined,
        min,
        /** The most that the reader agreed to pay, where a gap was to be covered. */
        agreedCents: member?.agreedCents ?? null,
        /** The most that the reader would pay by agreeing now. */
        mostCents: member && isUnlocked(row.state) && joined < min ? mostIfAgreed(cost, min, joined) : null,
        /** Shares that wait for a taker. */
        openCents: shares.filter(({ status }) => status === 'open').map(({ amountCents }) => amountCents),
        /** What the reader has paid for shares that still count. */
        paidCents: own
          .filter(({ status }) => status === 'paid')
          .reduce((sum, { amountCents }) => sum + amountCents, 0),
        paidShares: shares.filter(({ status }) => status === 'paid').length,
        liveShares: shares.filter(isLive).length,
        isMember: member !== undefined,
        isOrganizer: userId === row.organizerId,
        isByOrganizer: event.actorId === row.organizerId,
        suspendedUntil: row.suspendedUntil,
        isLocked: row.lockedAt !== null,
        /** The share that the reader can pay still; null while its payment is on its way or waits for an admin. */
        due: own.find((share) => canBePaid(share) && !payments.ofShare(share.id)?.holdsMoney) ?? null,
        wasCharged: payments.all.some(({ receivedCents }) => receivedCents > 0),
        /** The event is about the reader. */
        isAboutReader: event.actorId === userId,
        actor: actor && (actor.is_staff ? `${actor.display_name} (staff)` : actor.display_name),
        text: event.text,
        /** What whoever did it wrote with the offer of a vial. */
        offerNote: volunteers.find((each) => each.userId === event.actorId)?.note || null,
        isSender: sender === userId,
        payoutCents: row.shippingCents + row.vialCents,
        /** From when it may be paid out; null: at any time. */
        payableFrom: row.paidAt ? await money.payableFrom(groupId) : null,
        isPublic: row.isPublic,
        taskNumber: request && (isReader || sender === userId) ? request.taskNumber : null,
        uniqueKey: request && isReader ? showKey(request.uniqueKey) : null,
        requestId: request?.id ?? null,
        /** Why the sample that came last was refused, where this is about that. */
        refusal: refusal ? { reason: refusal.reason ?? 'other', note: refusal.note } : null,
      };
    },
  };
}
export type GroupMailFacts = Awaited<ReturnType<ReturnType<typeof groupReading>['mailFacts']>>;
