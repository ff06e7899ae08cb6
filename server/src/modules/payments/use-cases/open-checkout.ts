import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import { secondsAfter } from '../../../platform/clock.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { withinTime } from '../adapters/deadline.ts';
import {
  type PaymentProvider,
  ProviderBusy,
  ProviderRefused,
  ProviderUnavailable,
} from '../adapters/provider.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { refuseWhileMoneyIsHeld } from '../payments.queries.ts';
import {
  findPayment,
  insertPayment,
  listPaymentsOfSubject,
  lockPayment,
  lockSubject,
  updatePayment,
} from '../payments.store.ts';
import type { PaymentRow } from '../payments.tables.ts';
import { applyProviderUpdate } from '../payments.transitions.ts';
import type { Subject } from '../rules/payment-facts.ts';
import { subjectOf } from '../rules/payment-facts.ts';
import { ourUpdate } from '../rules/provider-update.ts';
import { closeCheckout } from './close-checkout.ts';

export type CheckoutRequest = {
  /** Id of the new payment; the provider's idempotency key is made from it. A new id if absent. */
  paymentId?: string;
  subject: Subject;
  customerId: string;
  customerEmail: string;
  /** One line for the hosted page and billing that names the good. */
  description: string;
  /** A reference that the payer knows, such as a task number. */
  reference?: string;
  amountCents: number;
  currency: 'usd';
  provider: PaymentMethod;
  /** Absolute addresses. The provider's adapter adds `session_id` to the success address. */
  successUrl: string;
  cancelUrl: string;
  /** When the page should expire. It is moved into the provider's bounds (Stripe: half an hour to a day from now). */
  expiresAt: Date;
};

type OpenPage = { paymentId: string; url: string };

/** A page that closes within so many seconds is not given to the payer. */
const WORTHWHILE_SECONDS = 60;

/**
 * Opens a hosted page, or returns the open page of the same subject, amount and provider. It asks the provider, so
 * never call it inside a transaction. May refuse with `already_paid` (also while a payment is processing),
 * `payment_under_review` (the received money is not the price), `payment_method_unavailable`, `request_in_progress` or
 * `provider_unavailable`.
 */
export function openCheckout(ctx: PaymentsContext, request: CheckoutRequest): Promise<OpenPage | Refusal> {
  return withinTime(ctx.platform.config.providerTimeoutMs, () => openWithin(ctx, request));
}

async function openWithin(ctx: PaymentsContext, request: CheckoutRequest): Promise<OpenPage | Refusal> {
  const provider = ctx.providers[request.provider];
  if (!provider) return refuse('payment_method_unavailable');
  let row = await reserve(ctx, request, provider);
  if (row === 'other_page_open') {
    const closed = await closeCheckout(ctx, request.subject);
    if (isRefusal(closed)) return closed;
    // If the page cannot be closed because money is received or pending, the second check refuses with the current
    // state.
    row = await reserve(ctx, request, provider);
    // Another request has opened another page at the same time.
    if (row === 'other_page_open') return refuse('request_in_progress');
  }
  if (isRefusal(row)) return row;
  if (row.checkoutUrl) return { paymentId: row.id, url: row.checkoutUrl };
  return requestPage(ctx, row, provider);
}

/**
 * The payment to use: the open one with the same price, otherwise a new row that is written before the provider is
 * asked. A row without a page belongs to an interrupted request. Its page is requested again under the same key.
 */
function reserve(
  { platform: { db, clock } }: PaymentsContext,
  request: CheckoutRequest,
  provider: PaymentProvider,
): Promise<PaymentRow | 'other_page_open' | Refusal> {
  return db.transaction(async (tx) => {
    await lockSubject(tx, request.subject);
    const now = clock.now();
    const attempts = await listPaymentsOfSubject(tx, request.subject);
    const held = await refuseWhileMoneyIsHeld(tx, attempts);
    if (held) return held;
    const open = attempts.find((row) => row.status === 'pending');
    if (open) {
      const same =
        open.amountCents === request.amountCents &&
        open.currency === request.currency &&
        open.provider === request.provider;
      const lasts = open.checkoutUrl ? WORTHWHILE_SECONDS : provider.lifetime.min - WORTHWHILE_SECONDS;
      return same && open.expiresAt > secondsAfter(now, lasts) ? open : 'other_page_open';
    }
    // A payment of this request that has ended is not opened again.
    const isTaken = attempts.some(({ id }) => id === request.paymentId);
    return insertPayment(tx, {
      id: request.paymentId && !isTaken ? request.paymentId : randomUUID(),
      subjectKind: request.subject.kind,
      subjectId: request.subject.id,
      customerId: request.customerId,
      customerEmail: request.customerEmail,
      provider: request.provider,
      description: request.description,
      reference: request.reference ?? null,
      successUrl: request.successUrl,
      cancelUrl: request.cancelUrl,
      status: 'pending',
      amountCents: request.amountCents,
      currency: request.currency,
      expiresAt: withinLifetime(request.expiresAt, provider, now),
      createdAt: now,
      updatedAt: now,
    });
  });
}

function withinLifetime(expiresAt: Date, { lifetime }: PaymentProvider, now: Date): Date {
  const soonest = secondsAfter(now, lifetime.min);
  const latest = secondsAfter(now, lifetime.max);
  return expiresAt < soonest ? soonest : expiresAt > latest ? latest : expiresAt;
}

/**
 * Asks the provider for the page of a payment, and stores the page's address unless the payment was closed meanwhile.
 */
async function requestPage(
  ctx: PaymentsContext,
  row: PaymentRow,
  provider: PaymentProvider,
): Promise<OpenPage | Refusal> {
  const { db, clock, log } = ctx.platform;
  let page: { sessionId: string; url: string };
  try {
    page = await provider.createCheckout({ ...row, paymentId: row.id, subject: subjectOf(row) });
  } catch (error) {
    if (error instanceof ProviderRefused) {
      log.error({ err: error, paymentId: row.id }, 'the payment provider refused a checkout');
      const failed = ourUpdate({ signals: [{ kind: 'failed', reason: error.message }] });
      await applyProviderUpdate(ctx, row.id, failed);
    } else if (error instanceof ProviderUnavailable) {
      // Two clicks use the same key. While the provider works on one click, it refuses the other one.
      const now = await findPayment(db.orm, row.id);
      if (now?.status === 'pending' && now.checkoutUrl) return { paymentId: now.id, url: now.checkoutUrl };
      // Either the other click has no answer yet, or a third click, for another provider, has closed the page
      // meanwhile.
      if (error instanceof ProviderBusy || now?.status !== 'pending') return refuse('request_in_progress');
      log.warn({ err: error, paymentId: row.id }, 'the payment provider does not answer');
    } else {
      throw error;
    }
    return refuse('provider_unavailable');
  }
  const stillWanted = await db.transaction(async (tx) => {
    const now = await lockPayment(tx, row.id);
    if (now.status !== 'pending') return false;
    await updatePayment(tx, row.id, {
      providerSessionId: page.sessionId,
      checkoutUrl: page.url,
      updatedAt: clock.now(),
    });
    return true;
  });
  if (stillWanted) return { paymentId: row.id, url: page.url };
  // The payment was closed while the provider created the page. The page is closed too; no payer has seen its address.
  try {
    await provider.expire(page.sessionId);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    log.warn({ err: error, paymentId: row.id }, 'a page that nobody wants could not be closed');
  }
  return refuse('request_in_progress');
}
