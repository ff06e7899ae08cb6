import type {
  GroupAccounts,
  GroupDetail,
  GroupMember,
  GroupTest,
  GroupViewer,
  GroupVolunteer,
  SharePayment,
  ViewerShare,
} from '@vialproof/contract/group-tests';
import type { Need } from '@vialproof/contract/orders';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { Viewer } from '../../platform/access.ts';
import { showKey, type TestRequestRecord } from '../orders/orders.service.ts';
import type { PaymentRecord } from '../payments/payments.service.ts';
import type { EventRow, GroupRow, MemberRow, ShareRow, VolunteerRow } from './group-tests.tables.ts';
import { mostAtMin, mostIfAgreed, termsOf } from './rules/cost-split.ts';
import { type GroupRecords, joinedOf, permissionsOf, senderAmong } from './rules/permissions.ts';
import { isLive } from './rules/shares.ts';
import { awaitsVial, isUnlocked, wireStatus } from './rules/states.ts';

export function presentGroup(
  row: GroupRow,
  known: { sku: { slug: string; name: string }; organizer: Named; openShares: ShareRow[]; now: Date },
): GroupTest {
  const { cost } = termsOf(row);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    test_type: known.sku.slug,
    sku_name: known.sku.name,
    deadline_at: row.deadlineAt.toISOString(),
    min_participants: row.minSeats,
    target_participants: row.targetSeats,
    est_test_cost_cents: row.testCents,
    est_shipping_cents: row.shippingCents,
    est_vial_cost_cents: row.vialCents,
    is_public: row.isPublic,
    ...wireStatus(row.state, row.deadlineAt, known.now),
    joined_count: row.joinedCount,
    final_cost_per_user_cents: row.finalCents,
    cost_cents: cost,
    cost_at_min_cents: mostAtMin(cost, row.minSeats),
    cost_at_target_cents: mostAtMin(cost, row.targetSeats),
    organizer: known.organizer.display_name,
    organizer_is_staff: known.organizer.is_staff,
    created_at: row.createdAt.toISOString(),
    locked_at: isoOf(row.lockedAt),
    suspended_until: isoOf(row.suspendedUntil),
    open_shares: known.openShares.map(({ amountCents }) => ({ amount_cents: amountCents })),
    request_id: row.isPublic && row.state !== 'cancelled' ? row.requestId : null,
  };
}

/** A person as customers see one. Staff have a mark. */
export type Named = { display_name: string; is_staff: boolean };
type PersonOf = (id: string) => Named;
type PaymentOf = (shareId: string) => PaymentRecord | undefined;

const named = (id: string | null | undefined, personOf: PersonOf) =>
  id ? personOf(id) : { display_name: null, is_staff: false };

export function presentMember(member: MemberRow, row: GroupRow, personOf: PersonOf): GroupMember {
  return {
    ...personOf(member.userId),
    status: member.state,
    agree_cover_gap: member.agreedCents !== null,
    is_organizer: member.userId === row.organizerId,
    joined_at: member.joinedAt.toISOString(),
  };
}

export function presentVolunteer(volunteer: VolunteerRow, row: GroupRow, personOf: PersonOf): GroupVolunteer {
  const isPast = !awaitsVial(row) && volunteer.status !== 'rejected';
  return {
    id: volunteer.id,
    ...personOf(volunteer.userId),
    note: volunteer.note,
    status: volunteer.status,
    is_sender: volunteer.isSender,
    outcome: isPast ? (volunteer.isSender && row.receivedAt ? 'sent' : 'not_needed') : null,
  };
}

const presentPayment = (payment: PaymentRecord | undefined): SharePayment => ({
  payment_status: payment?.status ?? null,
  received_cents: payment?.heldCents ?? 0,
  received_currency: payment?.receivedCurrency ?? null,
});

function presentShare(share: ShareRow, payment: PaymentRecord | undefined): ViewerShare {
  return {
    id: share.id,
    amount_cents: share.amountCents,
    status: share.status,
    pay_by: isoOf(share.payBy),
    ...presentPayment(payment),
  };
}

/** The dashboard's entry that a share must be paid. */
export const presentShareNeed = (share: ShareRow, title: string): Need => ({
  kind: 'share',
  name: title,
  task_number: null,
  order_id: null,
  group_id: share.groupId,
  until: isoOf(share.payBy),
});

/** The dashboard's entry that a vial must be sent. */
export const presentVialNeed = (row: GroupRow): Need => ({
  kind: 'ship',
  name: row.title,
  task_number: null,
  order_id: null,
  group_id: row.id,
  until: null,
});

/** A group as one person sees it. `isReader`: whether the person may see the certificate's key. */
export function presentViewer(
  viewer: Viewer,
  group: GroupRecords,
  known: { own: ShareRow[]; request: TestRequestRecord | null; isReader: boolean; paymentOf: PaymentOf },
): GroupViewer {
  const { row, members, volunteers } = group;
  const { own, request, isReader, paymentOf } = known;
  const isOrganizer = viewer.id === row.organizerId;
  const isSender = senderAmong(row, volunteers) === viewer.id;
  const member = joinedOf(members).find(({ userId }) => userId === viewer.id);
  const may = permissionsOf(viewer, group, {
    isAwaited: request?.status === 'awaiting_sample',
    isSent: request !== null && request.sampleTrackingNumber !== null,
  });
  const { cost, min } = termsOf(row);
  const due = own.find(({ status }) => status === 'due');
  const current = due ?? own.filter(isLive).at(-1) ?? own.at(-1);
  return {
    is_member: member !== undefined,
    is_organizer: isOrganizer,
    is_admin: viewer.role === 'admin',
    is_sender: isSender && row.state !== 'open',
    volunteer: volunteers.find(({ userId }) => userId === viewer.id)?.status ?? null,
    share: current ? presentShare(current, paymentOf(current.id)) : null,
    shares: own.map((share) => presentShare(share, paymentOf(share.id))),
    gap:
      member && may.agree && isUnlocked(row.state)
        ? { most_cents: mostIfAgreed(cost, min, row.joinedCount), agreed_cents: member.agreedCents }
        : null,
    request: request && {
      id: request.id,
      task_number: request.taskNumber,
      status: request.status,
      unique_key: isReader ? showKey(request.uniqueKey) : null,
      sample_tracking_number: request.sampleTrackingNumber,
    },
    specimen:
      isOrganizer && request
        ? {
            compound_name: request.compoundName,
            dosage_text: request.dosageText,
            manufacturer: request.manufacturer,
            batch_code: request.batchCode,
            notes: request.notes,
            is_editable: request.status === 'awaiting_sample',
          }
        : null,
    may,
  };
}

export function presentEvent(event: EventRow, personOf: PersonOf): GroupDetail['events'][number] {
  return {
    ...named(event.actorId, personOf),
    at: event.at.toISOString(),
    kind: event.kind,
    // Members get the laboratory's reason by mail, so the history leaves it out.
    text: event.kind === 'message' ? event.text : null,
  };
}

type Movement = {
  at: Date;
  kind: 'charge' | 'refund' | 'dispute' | 'owed' | 'payout';
  /** The share to which the money belongs. Null for money that the sender gets. */
  shareId: string | null;
  cents: number;
};

/** The costs of a group, who paid, and all payments and refunds. */
export function presentStatement(
  row: GroupRow,
  known: {
    viewerId: string;
    shares: ShareRow[];
    paymentOf: PaymentOf;
    movements: Movement[];
    payableFrom: Date | null;
    personOf: PersonOf;
  },
): GroupAccounts {
  const { shares, personOf } = known;
  const holderOf = new Map(shares.map(({ id, holderId }) => [id, holderId]));
  const paid = shares.filter(({ status }) => status === 'paid');
  return {
    cost_cents: termsOf(row).cost,
    paid_cents: paid.reduce((sum, { amountCents }) => sum + amountCents, 0),
    shares: shares.map((share) => ({
      seat: share.seat,
      ...named(share.holderId, personOf),
      amount_cents: share.amountCents,
      status: share.status,
      pay_by: isoOf(share.payBy),
      is_yours: share.holderId === known.viewerId,
      ...presentPayment(known.paymentOf(share.id)),
    })),
    movements: known.movements.map(({ at, kind, shareId, cents }) => ({
      at: at.toISOString(),
      kind,
      ...named(shareId ? holderOf.get(shareId) : row.senderId, personOf),
      amount_cents: cents,
    })),
    payout: row.senderId
      ? {
          ...personOf(row.senderId),
          amount_cents: row.shippingCents + row.vialCents,
          paid_at: isoOf(row.payoutAt),
          payable_from: isoOf(known.payableFrom),
        }
      : null,
  };
}
