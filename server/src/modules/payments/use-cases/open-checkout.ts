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
  /** Of the payment, where one has to be made; what the provider is asked under is derived from it. Any where left out. */
  paymentId?: string;
  subject: Subject;
  customerId: string;
  customerEmail: string;
  /** One line, shown on the hosted page and in billing: the name of what is bought. */
  description: string;
  /** What the payer knows it by, such as a task number. */
  reference?: string;
  amountCents: number;
  currency: 'usd';
  provider: PaymentMethod;
  /** Absolute addresses. `session_id` is added to the success address by the provider's adapter. */
  successUrl: string;
  cancelUrl: string;
  /** Brought into the bounds that the provider sets (Stripe: half an hour to a day from now). */
  expiresAt: Date;
};

type OpenPage = { paymentId: string; url: string };

/** A page that closes sooner than this is not worth sending anybody to. */
const WORTHWHILE_SECONDS = 60;

/**
 * Opens the hosted page, or gives the open one of the same subject, amount and provider again.
 * Asks the provider, so never call it inside a transaction.
 * Refuses: already_paid (also while a payment is processing), payment_under_review (what came is not the price),
 * payment_method_unavailable, request_in_progress, provider_unavailable.
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
    // Where money came or is on its way, the second look refuses with what is true of it.
    row = await reserve(ctx, request, provider);
    // Somebody opened another one in the same moment.
    if (row === 'other_page_open') return refuse('request_in_progress');
  }
  if (isRefusal(row)) return row;
  if (row.checkoutUrl) return { paymentId: row.id, url: row.checkoutUrl };
  return requestPage(ctx, row, provider);
}

/**
 * The payment to pay by: the open one of the same price, else a new row, written before the provider is asked.
 * A row without a page is one whose request broke off: it is asked for again under the same key.
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
    // A payment that this request made before, and that has ended, is not opened again.
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

/** Asks the provider for the page of a payment and keeps its address, unless the payment was closed meanwhile. */
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
      // Two clicks ask under one key, and a provider that works on the one turns the other away.
      const now = await findPayment(db.orm, row.id);
      if (now?.status === 'pending' && now.checkoutUrl) return { paymentId: now.id, url: now.checkoutUrl };
      // Either that click is not answered yet, or a third one, at another provider, has closed the page meanwhile.
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
  // It was closed while the provider made the page: nobody may pay there, and nobody knows its address.
  try {
    await provider.expire(page.sessionId);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    log.warn({ err: error, paymentId: row.id }, 'a page that nobody wants could not be closed');
  }
  return refuse('request_in_progress');
}
