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
  /** The id of the new payment. The provider's key is made from it. */
  paymentId?: string;
  subject: Subject;
  customerId: string;
  customerEmail: string;
  /** One line that names what is sold. */
  description: string;
  /** A number that the payer knows, such as a task number. */
  reference?: string;
  amountCents: number;
  currency: 'usd';
  provider: PaymentMethod;
  /** Complete addresses; the adapter adds `session_id`. */
  successUrl: string;
  cancelUrl: string;
  /** When the page should expire, within the provider's limits. */
  expiresAt: Date;
};

type OpenPage = { paymentId: string; url: string };

/** A page that closes sooner is useless for the payer. */
const WORTHWHILE_SECONDS = 60;

/**
 * Opens a payment page, or returns the open one. Do not call it inside a transaction. Refusals: `already_paid` (also
 * while money is on its way), `payment_under_review` (the money is not the price), `payment_method_unavailable`,
 * `request_in_progress`, `provider_unavailable`.
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
    // Checks once more: if money was received or is on its way, this refuses.
    row = await reserve(ctx, request, provider);
    // Another request has opened another page meanwhile.
    if (row === 'other_page_open') return refuse('request_in_progress');
  }
  if (isRefusal(row)) return row;
  if (row.checkoutUrl) return { paymentId: row.id, url: row.checkoutUrl };
  return requestPage(ctx, row, provider);
}

/**
 * Which payment to use: the open one with the same price, or a new row that is stored before the provider is asked. A
 * row without a page was interrupted, and continues with the same key.
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
    // A payment that has ended is not used again.
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

/** Asks the provider for a page, and stores its address if the payment is still open. */
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
      // Two clicks use the same idempotency key, and the provider refuses the second one while it works on the first.
      const now = await findPayment(db.orm, row.id);
      if (now?.status === 'pending' && now.checkoutUrl) return { paymentId: now.id, url: now.checkoutUrl };
      // The first click still waits for the provider, or the page was closed meanwhile.
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
  // The payment was closed meanwhile. Nobody has seen the new page, so it is closed too.
  try {
    await provider.expire(page.sessionId);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    log.warn({ err: error, paymentId: row.id }, 'a page that nobody wants could not be closed');
  }
  return refuse('request_in_progress');
}
