import { randomUUID } from 'node:crypto';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { factsIn, newsOf } from './payments.facts.ts';
import { toSubject } from './payments.presenter.ts';
import { type PaymentProvider, ProviderRefused, ProviderUnavailable } from './payments.provider.ts';
import { holdsMoney, isUnderpaid, type ProviderName, type Subject } from './payments.rules.ts';
import type { Settlement } from './payments.settlement.ts';
import {
  findPayment,
  insertPayment,
  listPaymentsOfSubject,
  lockPayment,
  lockSubject,
  updatePayment,
} from './payments.store.ts';
import type { PaymentRow } from './payments.tables.ts';

export type CheckoutAsk = {
  /** Of the payment, where one has to be made; what the provider is asked under is derived from it. Any unless told. */
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
  provider: ProviderName;
  /** Absolute addresses. `session_id` is added to the success address by the provider's adapter. */
  successUrl: string;
  cancelUrl: string;
  /** Brought into the bounds that the provider sets (Stripe: half an hour to a day from now). */
  expiresAt: Date;
};

/** A page that closes sooner than this is not worth sending anybody to. */
const WORTHWHILE_SECONDS = 60;

/** Opens and closes hosted pages. The provider is never asked inside a transaction. */
export function createCheckouts(
  { db, clock, log }: Platform,
  providers: Partial<Record<ProviderName, PaymentProvider>>,
  settlement: Settlement,
) {
  async function openCheckout(ask: CheckoutAsk): Promise<{ paymentId: string; url: string } | Refusal> {
    const provider = providers[ask.provider];
    if (!provider) return refuse('payment_method_unavailable');
    let row = await reserve(ask, provider);
    if (row === 'other_page_open') {
      const closed = await closeCheckout(ask.subject);
      if (isRefusal(closed)) return closed;
      // Where money came or is on its way, the second look refuses with what is true of it.
      row = await reserve(ask, provider);
      // Somebody opened another one in the same moment.
      if (row === 'other_page_open') return refuse('request_in_progress');
    }
    if (isRefusal(row)) return row;
    if (row.checkoutUrl) return { paymentId: row.id, url: row.checkoutUrl };
    return askForPage(row, provider);
  }

  /**
   * The payment to pay by: the open one of the same price, else a new row, written before the provider hears of it.
   * A row without a page is one whose request broke off: it is asked for again under the same key.
   */
  function reserve(
    ask: CheckoutAsk,
    provider: PaymentProvider,
  ): Promise<PaymentRow | 'other_page_open' | Refusal> {
    return db.transaction(async (tx) => {
      await lockSubject(tx, ask.subject);
      const now = clock.now();
      const attempts = await listPaymentsOfSubject(tx, ask.subject);
      const held = await refusalOfMoney(tx, attempts);
      if (held) return held;
      const open = attempts.find((row) => row.status === 'pending');
      if (open) {
        const same =
          open.amountCents === ask.amountCents &&
          open.currency === ask.currency &&
          open.provider === ask.provider;
        const lasts = open.checkoutUrl ? WORTHWHILE_SECONDS : provider.lifetime.min - WORTHWHILE_SECONDS;
        return same && open.expiresAt > secondsAfter(now, lasts) ? open : 'other_page_open';
      }
      const soonest = secondsAfter(now, provider.lifetime.min);
      const latest = secondsAfter(now, provider.lifetime.max);
      // A payment that this request made before, and that has ended, is not opened again.
      const isTaken = attempts.some(({ id }) => id === ask.paymentId);
      return insertPayment(tx, {
        id: ask.paymentId && !isTaken ? ask.paymentId : randomUUID(),
        subjectKind: ask.subject.kind,
        subjectId: ask.subject.id,
        customerId: ask.customerId,
        customerEmail: ask.customerEmail,
        provider: ask.provider,
        description: ask.description,
        reference: ask.reference ?? null,
        successUrl: ask.successUrl,
        cancelUrl: ask.cancelUrl,
        status: 'pending',
        amountCents: ask.amountCents,
        currency: ask.currency,
        expiresAt: ask.expiresAt < soonest ? soonest : ask.expiresAt > latest ? latest : ask.expiresAt,
        createdAt: now,
        updatedAt: now,
      });
    });
  }

  async function askForPage(row: PaymentRow, provider: PaymentProvider) {
    let page: { sessionId: string; url: string };
    try {
      page = await provider.createCheckout({ ...row, paymentId: row.id, subject: toSubject(row) });
    } catch (error) {
      if (error instanceof ProviderRefused) {
        log.error({ err: error, paymentId: row.id }, 'the payment provider refused a checkout');
        await settlement.absorb(row.id, newsOf({ signals: [{ kind: 'failed', reason: error.message }] }));
      } else if (error instanceof ProviderUnavailable) {
        // Two clicks ask under one key, and a provider that works on the one turns the other away.
        const now = await findPayment(db.orm, row.id);
        if (now?.status === 'pending' && now.checkoutUrl) return { paymentId: now.id, url: now.checkoutUrl };
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
      if (!isTrouble(error)) throw error;
      log.warn({ err: error, paymentId: row.id }, 'a page that nobody wants could not be closed');
    }
    return refuse('request_in_progress');
  }

  async function closeCheckout(subject: Subject): Promise<'closed' | 'already_paid' | Refusal> {
    try {
      for (const row of await listPaymentsOfSubject(db.orm, subject)) {
        if (row.status === 'pending') await closePage(row);
      }
    } catch (error) {
      // A provider that does not know the page (its keys have changed) holds things up until the page's time is over.
      if (!isTrouble(error)) throw error;
      log.warn({ err: error, subject }, 'the payment provider does not close a page');
      return refuse('provider_unavailable');
    }
    return db.transaction(async (tx) =>
      (await refusalOfMoney(tx, await listPaymentsOfSubject(tx, subject))) ? 'already_paid' : 'closed',
    );
  }

  async function closePage(row: PaymentRow): Promise<void> {
    if (!row.providerSessionId) {
      await settlement.absorb(row.id, newsOf({ signals: [{ kind: 'expired' }] }));
      return;
    }
    const provider = providers[row.provider];
    if (!provider) throw new Error(`no adapter for ${row.provider}`);
    await provider.expire(row.providerSessionId);
    // What really became of it, paid or expired, is the provider's to say.
    await settlement.check(row.id);
  }

  /** Why no page may be opened: money of one of these payments is here or on its way. Undefined when none is. */
  async function refusalOfMoney(tx: Tx, rows: PaymentRow[]): Promise<Refusal | undefined> {
    for (const row of rows) {
      if (row.status === 'processing') {
        return refuse('already_paid', 'A payment is on its way already. Please do not pay again.');
      }
      if (row.receivedCents === 0) continue;
      const facts = await factsIn(tx, row);
      if (holdsMoney(facts)) return refuse(isUnderpaid(facts) ? 'payment_under_review' : 'already_paid');
    }
    return undefined;
  }

  return { openCheckout, closeCheckout };
}

const isTrouble = (error: unknown) =>
  error instanceof ProviderUnavailable || error instanceof ProviderRefused;
