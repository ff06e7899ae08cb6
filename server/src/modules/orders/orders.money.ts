import type { CheckoutState, PaymentStatus } from '@vialproof/contract/checkout';
import { ownerOnly, type Viewer } from '../../platform/access.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { PaymentRecord, Payments } from '../payments/payments.service.ts';
import { auditOrders } from './orders.ledger.ts';
import type { Actor, OrderMoves } from './orders.moves.ts';
import { isCancellable, isOpenForChange } from './orders.rules.ts';
import type { ordersStore } from './orders.store.ts';
import type { RequestRow } from './orders.tables.ts';

export const DAY_SECONDS = 86_400;
const SYSTEM: Actor = { kind: 'system' };
/** While a payment is in one of these, time does not run out. */
const HOLDS_EXPIRY: readonly PaymentStatus[] = ['processing', 'underpaid', 'disputed'];
/** Nothing can come of a payment in one of these, and nothing of it is here. */
const OVER: readonly PaymentStatus[] = ['expired', 'failed', 'refunded'];
/** One reason for all tries, since a refund that failed for a reason is not tried again by itself. */
const CANCELLED = 'The order was cancelled';

type Deps = {
  platform: Platform;
  store: ReturnType<typeof ordersStore>;
  moves: OrderMoves;
  accounts: Accounts;
  catalog: Catalog;
  payments: Payments;
};

/** Sells something that is no order, under ids of its own; both answer undefined for ids that are not theirs. */
export type OtherSeller = {
  checkout(
    viewer: Viewer,
    ask: { requestId: string; provider: 'stripe' | 'coinbase'; amountCents: number },
  ): Promise<{ url: string } | Refusal | undefined>;
  standingOf(
    subjectId: string,
    paymentId: string,
  ): Promise<{ groupId: string; isCounted: boolean } | undefined>;
};

/** Where orders and payments meet: checkout, settlement, cancelling, expiry. */
export function orderMoney({ platform, store, moves, accounts, catalog, payments }: Deps) {
  const { db, clock, config } = platform;
  const subjectOf = (id: string) => ({ kind: 'order' as const, id });
  payments.addLedgerAudit(auditOrders(payments));

  /** Whether nobody waits for this money: a person cancelled the order, or another payment has paid it. */
  function isUnwanted(row: RequestRow, payment: PaymentRecord): boolean {
    if (row.status === 'cancelled') return row.cancelledBy !== 'expiry';
    return row.paymentId !== null && row.paymentId !== payment.id;
  }

  /** Sends back all that came, be it less than the price; what is on its way back or in dispute already stays. */
  async function giveBack(
    tx: Tx,
    row: RequestRow,
    payment: PaymentRecord,
    actorId: string | null,
  ): Promise<undefined | Refusal> {
    const reason = row.status === 'cancelled' ? CANCELLED : 'The order had been paid already';
    const refund = await payments.refund(tx, { paymentId: payment.id, amountCents: 'rest', reason, actorId });
    if (isRefusal(refund)) return refund.code === 'wrong_state' ? undefined : refund;
    // The return of the order's own payment is told once it has arrived.
    if (row.paymentId !== payment.id) await moves.note(tx, row, 'payment_returned', null);
    return undefined;
  }

  /** The steps from unpaid to awaiting the sample; each is written, none is skipped. */
  async function settlePaid(tx: Tx, row: RequestRow, payment: PaymentRecord): Promise<undefined | Refusal> {
    if (row.paymentId === payment.id) return undefined;
    if (payment.amountCents < row.finalPriceCents) {
      await moves.note(tx, row, 'payment_problem', 'The amount paid is less than the price.');
      return undefined;
    }
    let at: RequestRow | Refusal = row;
    if (at.status === 'cancelled') {
      const change = { cancelledAt: null, cancelledBy: null };
      at = await moves.move(tx, at, 'revived', { actor: SYSTEM, change });
    }
    if (!isRefusal(at) && at.status === 'draft')
      at = await moves.move(tx, at, 'checkout_opened', { actor: SYSTEM });
    if (isRefusal(at)) return at;
    const paidAt = clock.now();
    at = await moves.move(tx, at, 'paid', {
      actor: SYSTEM,
      change: { paidAt, paymentId: payment.id, expiresAt: null },
    });
    if (isRefusal(at)) return at;
    const ready = await moves.move(tx, at, 'ready_for_sample', { actor: SYSTEM });
    return isRefusal(ready) ? ready : undefined;
  }

  /** Says once for each sum that a part of the order's own payment went back; the return of all of it is told as such. */
  async function notePartReturned(tx: Tx, id: string, payment: PaymentRecord): Promise<undefined> {
    const { refundedCents, receivedCents, coversPrice } = payment;
    const row = await store.findForUpdate(tx, id);
    if (row?.paymentId !== payment.id || refundedCents === 0 || refundedCents >= receivedCents) return;
    const sum = `$${(refundedCents / 100).toFixed(2)}`;
    const note = coversPrice
      ? `${sum} more than the price had arrived and went back to you.`
      : `${sum} of your payment went back to you.`;
    const events = await store.events(id, tx);
    if (events.some((event) => event.kind === 'part_refunded' && event.note === note)) return;
    await moves.note(tx, row, 'part_refunded', note);
  }

  async function expireOne(id: string): Promise<boolean> {
    const tries = await payments.paymentsFor(subjectOf(id));
    if (tries.some((payment) => payment.isPaidFor || HOLDS_EXPIRY.includes(payment.status))) return false;
    const closed = await payments.closeCheckout(subjectOf(id));
    if (closed !== 'closed') return false;
    const outcome = await db.transaction(async (tx) => {
      const row = await store.findForUpdate(tx, id);
      if (!row || !isOpenForChange(row.status) || !row.expiresAt || row.expiresAt > clock.now())
        return undefined;
      const change = { cancelledAt: clock.now(), cancelledBy: 'expiry' as const, expiresAt: null };
      return moves.move(tx, row, 'expired', { actor: SYSTEM, change });
    });
    return outcome !== undefined && !isRefusal(outcome);
  }

  const otherSellers: OtherSeller[] = [];

  return {
    /** Somebody else whose things are paid through the same checkout. */
    sellAlso: (seller: OtherSeller): number => otherSellers.push(seller),

    /** Opens the hosted page for an unpaid order of the viewer. Refuses price_changed, already_paid, order_locked. */
    async checkout(
      viewer: Viewer,
      ask: { requestId: string; provider: 'stripe' | 'coinbase'; amountCents: number },
    ): Promise<{ url: string } | Refusal> {
      const row = await store.find(ask.requestId);
      if (!row) {
        for (const seller of otherSellers) {
          const page = await seller.checkout(viewer, ask);
          if (page) return page;
        }
        return refuse('not_found');
      }
      const foreign = ownerOnly(viewer, row.customerId);
      if (foreign) return foreign;
      if (row.status === 'cancelled') return refuse('order_locked', 'This order was cancelled.');
      if (!isOpenForChange(row.status)) return refuse('already_paid');
      if (ask.amountCents !== row.finalPriceCents) {
        return refuse('price_changed', undefined, { amount_cents: row.finalPriceCents });
      }
      const sku = (await catalog.selectMany([row.skuId]))(row.skuId);
      const expiresAt = secondsAfter(clock.now(), DAY_SECONDS);
      const page = await payments.openCheckout({
        subject: subjectOf(row.id),
        customerId: viewer.id,
        customerEmail: await accounts.selectEmail(viewer.id),
        description: sku.name,
        reference: String(row.taskNumber),
        amountCents: row.finalPriceCents,
        currency: row.currency,
        provider: ask.provider,
        successUrl: `${platform.publicUrl()}/request/success`,
        cancelUrl: `${platform.publicUrl()}/dashboard/tests/${row.id}`,
        expiresAt,
      });
      if (isRefusal(page)) return page;
      const opened = await db.transaction(async (tx) => {
        const now = await store.findForUpdate(tx, row.id);
        if (!now || !isOpenForChange(now.status)) return refuse('order_locked');
        if (now.finalPriceCents !== row.finalPriceCents) {
          return refuse('price_changed', undefined, { amount_cents: now.finalPriceCents });
        }
        const change = { paymentMethod: ask.provider, expiresAt };
        if (now.status === 'pending_payment') return moves.change(tx, row.id, change);
        return moves.move(tx, now, 'checkout_opened', { actor: { kind: 'customer', id: viewer.id }, change });
      });
      if (!isRefusal(opened)) return { url: page.url };
      // The order moved on while the provider was asked: nobody shall pay on that page.
      await payments.closeCheckout(subjectOf(row.id));
      return opened;
    },

    /** What became of a payment, for its owner; everybody else is told that it does not exist. */
    async checkoutState(
      viewer: Viewer,
      sessionOrPaymentId: string,
    ): Promise<
      { state: CheckoutState; requestId: string; groupId: string | null; reason: string | null } | Refusal
    > {
      const found = await payments.stateOf(sessionOrPaymentId);
      if (!found) return refuse('not_found');
      const { payment, reason } = found;
      const foreign = ownerOnly(viewer, payment.customerId);
      if (foreign) return foreign;
      if (found.state === 'confirming') await payments.askSoon(payment.id);
      if (payment.subject.kind !== 'order') {
        for (const seller of otherSellers) {
          const standing = await seller.standingOf(payment.subject.id, payment.id);
          if (!standing) continue;
          const state = found.state === 'confirmed' && !standing.isCounted ? 'confirming' : found.state;
          return { state, requestId: payment.subject.id, groupId: standing.groupId, reason };
        }
      }
      const row = await store.find(payment.subject.id);
      // The money may be in while the order's own step is still on its way.
      const waiting =
        found.state === 'confirmed' && row?.paymentId !== payment.id && row?.status !== 'cancelled';
      return {
        state: waiting ? 'confirming' : found.state,
        requestId: payment.subject.id,
        groupId: null,
        reason,
      };
    },

    /** Closes the page of an order whose price is about to change; `order_locked` when it was paid meanwhile. */
    async closeForChange(id: string): Promise<undefined | Refusal> {
      const closed = await payments.closeCheckout(subjectOf(id));
      if (isRefusal(closed)) return closed;
      return closed === 'already_paid' ? refuse('order_locked') : undefined;
    },

    /** Whether a page may be open for the order, or money be here or on its way. */
    async isBeingPaid(tx: Tx, id: string): Promise<boolean> {
      return (await payments.paymentsFor(subjectOf(id), tx)).some(({ status }) => !OVER.includes(status));
    },

    /** Cancels until the sample is received. An open page is closed first; what was paid is refunded. */
    async cancel(id: string, by: 'customer' | 'staff', actor: Actor): Promise<RequestRow | Refusal> {
      const before = await store.find(id);
      if (!before) return refuse('not_found');
      if (!isCancellable(before.status)) return refuse('order_locked');
      const isUnpaid = isOpenForChange(before.status);
      if (isUnpaid) {
        // 'already_paid' needs nothing here: the settlement finds the order cancelled by a person and sends it back.
        const closed = await payments.closeCheckout(subjectOf(id));
        if (isRefusal(closed)) return closed;
      }
      const cancelled = await db.transaction(async (tx) => {
        const row = await store.findForUpdate(tx, id);
        if (!row || !isCancellable(row.status)) return refuse('order_locked');
        const change = { cancelledAt: clock.now(), cancelledBy: by, expiresAt: null };
        const moved = await moves.move(tx, row, 'cancelled', { actor, change });
        if (isRefusal(moved)) return moved;
        const actorId = actor.kind === 'staff' ? actor.id : null;
        // Nothing may be left to give back, or the bank may hold it: an order can be left all the same.
        for (const payment of await payments.paymentsFor(subjectOf(id), tx)) {
          const failed = payment.receivedCents > 0 && (await giveBack(tx, moved, payment, actorId));
          if (failed) return failed;
        }
        return moved;
      });
      // A page that was opened between the two steps; should it stay open, what is paid there goes back by itself.
      if (isUnpaid && !isRefusal(cancelled)) await payments.closeCheckout(subjectOf(id));
      return cancelled;
    },

    /** News of a payment: at least once, in any order. What is true now is read, never the news itself. */
    async settle(paymentId: string): Promise<void> {
      const outcome = await db.transaction(async (tx) => {
        const { subject } = await payments.selectPayment(paymentId, tx);
        if (subject.kind !== 'order') return undefined;
        const row = await store.findForUpdate(tx, subject.id);
        if (!row) throw new Error(`payment ${paymentId} is for an order that is missing`);
        // Read under the lock: what another settlement or a cancellation did to it while this one waited counts.
        const payment = await payments.selectPayment(paymentId, tx);
        // Its owner's pages show payments, too; a first settlement moves the order, which is told anyway.
        if (row.paymentId !== null || !payment.isPaidFor) await moves.tell(tx, row);
        if (payment.receivedCents > 0 && isUnwanted(row, payment)) {
          const failed = await giveBack(tx, row, payment, null);
          if (failed) return failed;
        } else if (payment.isPaidFor) {
          return (await settlePaid(tx, row, payment)) ?? notePartReturned(tx, row.id, payment);
        }
        const events = await store.events(row.id, tx);
        const noted = events.at(-1)?.kind;
        if (payment.status === 'underpaid' && !isUnwanted(row, payment) && noted !== 'payment_problem') {
          await moves.note(tx, row, 'payment_problem', 'Less than the price arrived. We look into it.');
        }
        if (
          payment.status === 'refunded' &&
          row.paymentId === payment.id &&
          !events.some(({ kind }) => kind === 'refunded')
        ) {
          await moves.note(tx, row, 'refunded', null);
        }
        if (payment.status === 'failed' && isOpenForChange(row.status) && noted !== 'payment_failed') {
          await moves.note(tx, row, 'payment_failed', payment.failureReason);
        }
        return notePartReturned(tx, row.id, payment);
      });
      if (isRefusal(outcome)) throw new Error(`payment ${paymentId} could not be settled: ${outcome.code}`);
    },

    /** Cancels what nobody paid in time; never while money is on its way. */
    async expire(): Promise<number> {
      let expired = 0;
      for (let after: string | undefined; ; ) {
        const due = await store.listExpired(clock.now(), after);
        for (const row of due) if (await expireOne(row.id)) expired += 1;
        after = due.at(-1)?.id;
        if (!after) return expired;
      }
    },

    isOffered: (provider: 'stripe' | 'coinbase'): boolean => config.paymentMethods.includes(provider),
  };
}
