import type { CheckoutState, PaymentStatus } from '@vialproof/contract/checkout';
import { ownerOnly, type Viewer } from '../../platform/access.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { OrderMoves } from './orders.moves.ts';
import { isOpenForChange } from './orders.rules.ts';
import { type OrdersStore, subjectOf } from './orders.store.ts';

export const DAY_SECONDS = 86_400;
/** Nothing can come of a payment in one of these, and nothing of it is here. */
const OVER: readonly PaymentStatus[] = ['expired', 'failed', 'refunded'];

type Deps = {
  platform: Platform;
  store: OrdersStore;
  moves: OrderMoves;
  accounts: Accounts;
  catalog: Catalog;
  payments: Payments;
};

export type PageAsk = {
  requestId: string;
  provider: 'stripe' | 'coinbase';
  amountCents: number;
  /** The same for each try of one request: the id of the payment that it makes. */
  operationId: string;
};

/** Sells something that is no order, under ids of its own; both answer undefined for ids that are not theirs. */
export type OtherSeller = {
  checkout(viewer: Viewer, ask: PageAsk): Promise<{ url: string } | Refusal | undefined>;
  standingOf(
    subjectId: string,
    paymentId: string,
  ): Promise<{ groupId: string; isCounted: boolean } | undefined>;
};

/** The hosted page of an order, from its opening to what its owner is told of it. */
export function orderCheckout({ platform, store, moves, accounts, catalog, payments }: Deps) {
  const { db, clock, config } = platform;
  const otherSellers: OtherSeller[] = [];

  return {
    /** Somebody else whose things are paid through the same checkout. */
    registerSeller: (seller: OtherSeller): number => otherSellers.push(seller),

    isOffered: (provider: 'stripe' | 'coinbase'): boolean => config.paymentMethods.includes(provider),

    /** Opens the hosted page for an unpaid order of the viewer. Refuses price_changed, already_paid, order_locked. */
    async checkout(viewer: Viewer, ask: PageAsk): Promise<{ url: string } | Refusal> {
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
        paymentId: ask.operationId,
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
  };
}
