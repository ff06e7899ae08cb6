import type { Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import type { Orders, PageAsk } from '../orders/orders.service.ts';
import { decisivePayment, type PaymentRecord, type Payments } from '../payments/payments.service.ts';
import { type GroupMoves, joinedOf, termsOf, waitingOf } from './group-tests.moves.ts';
import { payableFrom, SUSPENDED_MS, senderAmong } from './group-tests.rules.ts';
import type { GroupSeats } from './group-tests.seats.ts';
import { shareSettlement } from './group-tests.shares.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { GroupRow, ShareRow } from './group-tests.tables.ts';
import { newShare } from './seats.rules.ts';
import type { SeatsStore } from './seats.store.ts';

export const CLOSE_PAGE = 'group-tests.close-page';

type Deps = {
  platform: Platform;
  groups: GroupsStore;
  seats: SeatsStore;
  moves: GroupMoves;
  seating: GroupSeats;
  accounts: Accounts;
  ledger: Ledger;
  orders: Orders;
  payments: Payments;
};

/** Where groups and payments meet: paying a share, losing one, and giving everything back. */
export function groupMoney(deps: Deps) {
  const { platform, groups, seats, moves, seating, accounts, ledger, orders, payments } = deps;
  const { clock, jobs, log } = platform;
  const { payoutWaitDays } = platform.config.groups;
  const settleShare = shareSettlement({ clock, groups, seats, moves, payments, giveBack, orderTest });
  const subjectOf = (shareId: string) => ({ kind: 'group_share' as const, id: shareId });

  async function giveBack(tx: Tx, payment: PaymentRecord, reason: string, actorId: string | null) {
    const refund = await payments.refund(tx, { paymentId: payment.id, amountCents: 'rest', reason, actorId });
    // Nothing left to give back, or the bank holds it.
    return isRefusal(refund) && refund.code !== 'wrong_state' ? refund : undefined;
  }

  /** Everything is paid: the test is ordered, and the sender told where the vial goes. */
  async function orderTest(tx: Tx, row: GroupRow, shares: ShareRow[]): Promise<undefined | Refusal> {
    const readers = [...new Set(shares.flatMap(({ holderId }) => holderId ?? []))];
    const request = await orders.createForGroup(tx, {
      groupTestId: row.id,
      organizerId: row.organizerId,
      readers,
      skuId: row.skuId,
      isPublic: row.isPublic,
      priceCents: row.testCents,
    });
    if (isRefusal(request)) return request;
    const moved = await moves.move(tx, row, 'all_paid', {
      recipients: [row.organizerId, ...readers, await senderOf(tx, row)],
      change: { paidAt: clock.now(), requestId: request.id, suspendedUntil: null, payBy: null },
    });
    return isRefusal(moved) ? moved : undefined;
  }

  const senderOf = async (tx: Tx, row: GroupRow): Promise<string> =>
    senderAmong(row, await groups.volunteers(row.id, tx));

  /** Takes a share from whoever did not pay it; the amount waits for a taker. */
  async function drop(tx: Tx, row: GroupRow, share: ShareRow): Promise<undefined | Refusal> {
    const now = clock.now();
    const { groupId, seat, amountCents } = share;
    await seats.updateShare(tx, share.id, { status: 'dropped', updatedAt: now });
    await seats.insertShares(tx, [
      newShare({ groupId, seat, holderId: null, amountCents, payBy: null, now }),
    ]);
    let joinedCount = row.joinedCount;
    if (share.holderId && !(await seating.isStillIn(tx, groupId, share.holderId))) {
      await seats.updateMember(tx, groupId, share.holderId, { state: 'left', leftAt: now });
      joinedCount -= 1;
    }
    const members = joinedOf(await seats.members(groupId, tx));
    const suspendedUntil = row.suspendedUntil ?? new Date((share.payBy ?? now).getTime() + SUSPENDED_MS);
    const moved = await moves.move(tx, row, 'share_dropped', {
      actorId: share.holderId,
      recipients: [
        ...(share.holderId ? [share.holderId] : []),
        ...members.map(({ userId }) => userId),
        row.organizerId,
      ],
      change: { joinedCount, suspendedUntil },
    });
    return isRefusal(moved) ? moved : undefined;
  }

  /** The provider is asked outside transactions. */
  async function dropOne(overdue: ShareRow): Promise<void> {
    const tries = await payments.paymentsFor(subjectOf(overdue.id));
    // On its way, or waiting for a person: time does not run out meanwhile.
    if (tries.some(({ holdsMoney }) => holdsMoney)) return;
    // Whoever was sent money back has a day to pay again; that may not have been worked in yet.
    const sentBack = tries.find(({ receivedCents }) => receivedCents > 0);
    if (sentBack) await settle(sentBack.id);
    if ((await payments.closeCheckout(subjectOf(overdue.id))) !== 'closed') return;
    const outcome = await moves.withGroup(overdue.groupId, async (tx, row) => {
      const share = await seats.share(overdue.id, tx);
      const isOverdue = share?.status === 'due' && share.payBy !== null && share.payBy <= clock.now();
      return share && isOverdue ? drop(tx, row, share) : undefined;
    });
    if (isRefusal(outcome)) throw new Error(`share ${overdue.id} could not be dropped: ${outcome.code}`);
  }

  /** Gives every paid share back and forgets the others; pages that are open are closed by jobs. */
  async function giveAllBack(tx: Tx, row: GroupRow, reason: string, actorId: string | null) {
    const now = clock.now();
    for (const share of await seats.liveShares(tx, row.id)) {
      const status = share.status === 'paid' ? ('refunded' as const) : ('dropped' as const);
      await seats.updateShare(tx, share.id, { status, updatedAt: now });
      if (share.status === 'due') await jobs.send(tx, CLOSE_PAGE, { shareId: share.id });
      for (const payment of await payments.paymentsFor(subjectOf(share.id), tx)) {
        const failed = payment.receivedCents > 0 && (await giveBack(tx, payment, reason, actorId));
        if (failed) return failed;
      }
    }
    return undefined;
  }

  /** News of a payment: at least once, in any order. What is true now is read, never the news itself. */
  async function settle(paymentId: string): Promise<void> {
    const { subject } = await payments.selectPayment(paymentId);
    if (subject.kind !== 'group_share') return;
    const known = await seats.share(subject.id);
    if (!known) return;
    const outcome = await moves.withGroup(known.groupId, async (tx, row) => {
      const share = await seats.share(subject.id, tx);
      if (!share) throw new Error(`share ${subject.id} is missing`);
      return settleShare(tx, row, share, await payments.selectPayment(paymentId, tx));
    });
    if (isRefusal(outcome)) throw new Error(`payment ${paymentId} could not be settled: ${outcome.code}`);
  }

  return {
    giveAllBack,
    senderOf,

    /** Opens the hosted page of a share; undefined when there is no such share. */
    async checkout(viewer: Viewer, ask: PageAsk): Promise<{ url: string } | Refusal | undefined> {
      const share = await seats.share(ask.requestId);
      if (!share) return undefined;
      if (share.holderId !== viewer.id) return refuse('not_found');
      if (share.status === 'paid') return refuse('already_paid', 'This share is already paid.');
      if (share.status !== 'due') return refuse('group_locked', 'This share is no longer yours.');
      if (ask.amountCents !== share.amountCents) {
        return refuse('price_changed', undefined, { amount_cents: share.amountCents });
      }
      const row = await groups.find(share.groupId);
      if (!row) throw new Error(`share ${share.id} belongs to no group`);
      const page = await payments.openCheckout({
        paymentId: ask.operationId,
        subject: subjectOf(share.id),
        customerId: viewer.id,
        customerEmail: await accounts.selectEmail(viewer.id),
        description: `Group test: ${row.title}`,
        amountCents: share.amountCents,
        currency: 'usd',
        provider: ask.provider,
        successUrl: `${platform.publicUrl()}/request/success`,
        cancelUrl: `${platform.publicUrl()}/group-tests/${row.id}`,
        expiresAt: share.payBy ?? clock.now(),
      });
      if (isRefusal(page)) return page;
      const now = await seats.share(share.id);
      if (now?.status === 'due') return { url: page.url };
      // It was lost while the provider was asked: nobody shall pay on that page.
      await payments.closeCheckout(subjectOf(share.id));
      return refuse('group_locked', 'This share is no longer yours.');
    },

    /** Whether the share of a confirmed payment is marked paid; its group. Undefined when there is no such share. */
    async standingOf(shareId: string, paymentId: string) {
      const share = await seats.share(shareId);
      return (
        share && {
          groupId: share.groupId,
          isCounted: share.paymentId === paymentId || share.status !== 'due',
        }
      );
    },

    settle,

    /** Closes whatever page is open for a share that was lost; what is paid there all the same goes back by itself. */
    async closePage(shareId: string): Promise<void> {
      const closed = await payments.closeCheckout(subjectOf(shareId));
      if (isRefusal(closed)) throw new Error(`the page of share ${shareId} is still open: ${closed.code}`);
    },

    /** Drops what was not paid in time; never while money is on its way. One that fails keeps none of the others. */
    async dropOverdue(): Promise<void> {
      for (const share of await seats.listOverdue(clock.now())) {
        try {
          await dropOne(share);
        } catch (error) {
          log.error({ err: error, shareId: share.id }, 'an unpaid share could not be dropped');
        }
      }
    },

    /** Ends groups in which a dropped share found no taker in time: everything goes back. */
    async endShort(groupId: string): Promise<void> {
      const outcome = await moves.withGroup(groupId, async (tx, row) => {
        if (row.state !== 'short' || !row.suspendedUntil || row.suspendedUntil > clock.now())
          return undefined;
        const live = await seats.liveShares(tx, row.id);
        // Taken, and still within its day: paid, or dropped again, decides.
        if (!live.some(({ status }) => status === 'open')) return undefined;
        const offers = await groups.volunteers(row.id, tx);
        const recipients = [
          row.organizerId,
          ...live.flatMap(({ holderId }) => holderId ?? []),
          ...waitingOf(offers),
        ];
        const failed = await giveAllBack(tx, row, 'The group was given up', null);
        if (failed) return failed;
        const moved = await moves.move(tx, row, 'given_up', {
          recipients,
          change: { suspendedUntil: null, payBy: null },
        });
        return isRefusal(moved) ? moved : undefined;
      });
      if (isRefusal(outcome)) throw new Error(`group ${groupId} could not be ended: ${outcome.code}`);
    },

    /** What was owed to the sender is paid out of the bank account, by an admin. */
    async payOut(tx: Tx, row: GroupRow, adminId: string): Promise<void> {
      const now = clock.now();
      await ledger.bookPayout(tx, { groupId: row.id, cents: row.shippingCents + row.vialCents, at: now });
      await groups.update(tx, row.id, { payoutAt: now, payoutBy: adminId, updatedAt: now });
    },

    /** The sample is here: shipping and vial are owed to whoever sent it. */
    async owe(tx: Tx, row: GroupRow): Promise<GroupRow> {
      if (row.receivedAt) return row;
      const now = clock.now();
      const cents = row.shippingCents + row.vialCents;
      if (cents > 0) await ledger.bookOwed(tx, { groupId: row.id, cents, at: now });
      const senderId = await senderOf(tx, row);
      const change = { receivedAt: now, senderId: cents > 0 ? senderId : null, updatedAt: now };
      return groups.update(tx, row.id, change);
    },

    costOf: (row: GroupRow): number => termsOf(row).cost,

    /** Every payment for these shares, and the one that tells how each of them stands. */
    async paymentsOfShares(ids: string[], tx?: Tx) {
      const all = await payments.paymentsOfMany('group_share', ids, tx);
      const byShare = Map.groupBy(all, ({ subject }) => subject.id);
      return { all, ofShare: (id: string) => decisivePayment(byShare.get(id) ?? []) };
    },

    /** From when what is owed to the group's sender may be paid out; null: at any time. */
    async payableFrom(groupId: string, tx?: Tx): Promise<Date | null> {
      const ids = (await seats.shares(groupId, tx)).flatMap(({ paymentId }) => paymentId ?? []);
      return payableFrom(await payments.recordsOf(ids, tx), payoutWaitDays);
    },

    movementsOf: (groupId: string, shareIds: string[], tx?: Tx) => ledger.movementsOf(groupId, shareIds, tx),
  };
}
export type GroupMoney = ReturnType<typeof groupMoney>;
