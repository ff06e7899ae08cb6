import { randomUUID } from 'node:crypto';
import type { CheckoutState, Payment } from '@vialproof/contract/checkout';
import { bindContext } from '../../platform/bind-context.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Invoices } from '../invoices/invoices.service.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import { invoiceOf, receiptOf } from './documents.queries.ts';
import { type CheckoutAsk, createCheckouts } from './payments.checkout.ts';
import { createCoinbaseProvider } from './payments.coinbase.ts';
import type { PaymentsContext } from './payments.context.ts';
import { createDesk } from './payments.desk.ts';
import { hasDueEvents } from './payments.events.store.ts';
import { createEvents } from './payments.events.ts';
import { factsIn, factsOf } from './payments.facts.ts';
import { createInbox } from './payments.inbox.ts';
import { decisivePayment, type PaymentRecord, toBilling, toRecord } from './payments.presenter.ts';
import type { HeaderReader, PaymentProvider } from './payments.provider.ts';
import { createRefunds, type RefundAsk } from './payments.refunds.ts';
import { checkoutState, type ProviderName, type Subject } from './payments.rules.ts';
import { createSettlement } from './payments.settlement.ts';
import {
  findPayment,
  findPaymentOfSession,
  listPayments,
  listPaymentsOfCustomer,
  listPaymentsOfSubject,
  listPaymentsOfSubjects,
  listPaymentsToCheck,
  listRefundsOf,
  listStuckRefunds,
  touchRefund,
  updatePayment,
} from './payments.store.ts';
import { createStripeProvider } from './payments.stripe.ts';
import { auditPayments } from './use-cases/audit-payments.ts';
import { issueInvoices } from './use-cases/issue-invoices.ts';

export { PAYMENT_SETTLED, type PaymentSettled } from './payments.rules.ts';
export type { CheckoutAsk, PaymentRecord, ProviderName, RefundAsk, Subject };
export { decisivePayment };

export type Payments = ReturnType<typeof createPayments>;

const ASKED_AGAIN = { points: 1, seconds: 10 };
/** What one minute's reconciliation takes on at most. */
const BATCH = 50;

/** Money: hosted pages, the providers' signed events, and refunds. The module's only door. */
export function createPayments(
  platform: Platform,
  deps: { accounts: Accounts; ledger: Ledger; invoices: Invoices },
) {
  const ctx: PaymentsContext = { platform, ...deps };
  const { config, db, jobs, clock } = platform;
  const stripe = createStripeProvider({
    secretKey: config.stripe.secretKey,
    webhookSecret: config.stripe.webhookSecret,
    apiBase: () => config.stripe.apiBase ?? (config.stripe.sandbox ? platform.ownAddress() : undefined),
  });
  const coinbase = createCoinbaseProvider({
    ...config.coinbase,
    apiBase: () =>
      config.coinbase.apiBase ??
      (config.coinbase.sandbox ? `${platform.ownAddress()}/sandbox/coinbase` : undefined),
    receiptUrl: (paymentId) => `${platform.publicUrl()}/dashboard/billing/${paymentId}/receipt`,
    clock,
  });
  const providers: Partial<Record<ProviderName, PaymentProvider>> = {
    ...(config.paymentMethods.includes('stripe') ? { stripe } : {}),
    ...(config.paymentMethods.includes('coinbase') ? { coinbase } : {}),
  };
  function providerOf(name: ProviderName): PaymentProvider {
    const provider = providers[name];
    if (!provider) throw new Error(`no adapter for ${name}`);
    return provider;
  }
  const settlement = createSettlement(platform, providerOf, deps.ledger);
  const refunds = createRefunds(platform, providerOf, settlement);
  const checkouts = createCheckouts(platform, providers, settlement);
  const inbox = createInbox(platform);
  const events = createEvents(platform, { providerOf, settlement, quiet: inbox.quiet });

  return {
    /**
     * Opens the hosted page, or gives the open one of the same subject, amount and provider again.
     * Talks to the provider, so never call it inside a transaction.
     * Refuses: already_paid (also while a payment is processing), payment_under_review (what came is not the price),
     * payment_method_unavailable, request_in_progress, provider_unavailable.
     */
    openCheckout: (ask: CheckoutAsk): Promise<{ paymentId: string; url: string } | Refusal> =>
      checkouts.openCheckout(ask),

    /**
     * Closes whatever page is open for the subject; talks to the provider. 'already_paid' when money came or is
     * under way: it has then been settled, or will be, and `payment.settled` says so. Refuses provider_unavailable.
     */
    closeCheckout: (subject: Subject): Promise<'closed' | 'already_paid' | Refusal> =>
      checkouts.closeCheckout(subject),

    /** By the provider's session id or our payment id. Check `customerId` before showing it. */
    async stateOf(
      sessionOrPaymentId: string,
    ): Promise<{ payment: PaymentRecord; state: CheckoutState; reason: string | null } | undefined> {
      if (!PROVIDER_ID.test(sessionOrPaymentId)) return undefined;
      const row = UUID.test(sessionOrPaymentId)
        ? await findPayment(db.orm, sessionOrPaymentId)
        : await findPaymentOfSession(db.orm, sessionOrPaymentId);
      if (!row) return undefined;
      const facts = await factsIn(db.orm, row);
      return { payment: toRecord(row, facts), ...checkoutState(facts) };
    },

    /**
     * Somebody waits for news of this payment: the provider is asked by a job, at most every ten seconds. It tells of
     * crypto that is on its way only when it is asked, and of a card perhaps in a webhook that was lost.
     */
    async askSoon(paymentId: string): Promise<void> {
      const asked = await platform.limits.take('payment-ask', paymentId, ASKED_AGAIN);
      if (!asked) await jobs.send(db.orm, 'payment.check', { paymentId });
    },

    /** Throws when there is none. */
    async selectPayment(paymentId: string, tx?: Tx): Promise<PaymentRecord> {
      const row = await findPayment(tx ?? db.orm, paymentId);
      if (!row) throw new Error(`there is no payment ${paymentId}`);
      return toRecord(row, await factsIn(tx ?? db.orm, row));
    },

    /** Every attempt for the subject, newest first. */
    async paymentsFor(subject: Subject, tx?: Tx): Promise<PaymentRecord[]> {
      const records: PaymentRecord[] = [];
      for (const row of await listPaymentsOfSubject(tx ?? db.orm, subject)) {
        records.push(toRecord(row, await factsIn(tx ?? db.orm, row)));
      }
      return records;
    },

    /** The billing rows of a customer, newest first, at most 500. */
    async paymentsOf(customerId: string): Promise<Payment[]> {
      return (await listPaymentsOfCustomer(db.orm, customerId)).map(toBilling);
    },

    /**
     * Records a refund and enqueues it in the caller's transaction; the provider is asked by a job.
     * Refuses wrong_state when the amount is more than what can still go back, or nothing can.
     */
    refund: (tx: Tx, ask: RefundAsk): Promise<{ refundId: string; amountCents: number } | Refusal> =>
      refunds.refund(tx, ask),

    /** Stores a signed event once, for workers to find; refuses webhook_signature. */
    async receiveWebhook(
      name: ProviderName,
      rawBody: Uint8Array,
      headers: HeaderReader,
    ): Promise<'stored' | 'duplicate' | Refusal> {
      const now = clock.now();
      const event = providers[name]?.verifyWebhook(rawBody, headers, now);
      if (!event) return refuse('webhook_signature');
      return inbox.store({
        id: randomUUID(),
        provider: name,
        providerEventId: event.id,
        type: event.type,
        payload: Buffer.from(rawBody).toString('utf8'),
        receivedAt: now,
      });
    },

    /** These payments, as they are now, in the order of the ids; those that are missing are left out. */
    async recordsOf(paymentIds: string[], tx?: Tx): Promise<PaymentRecord[]> {
      const from = tx ?? db.orm;
      const rows = new Map((await listPayments(from, paymentIds)).map((row) => [row.id, row]));
      const refunds = Map.groupBy(await listRefundsOf(from, paymentIds), ({ paymentId }) => paymentId);
      return paymentIds.flatMap((id) => {
        const row = rows.get(id);
        return row ? [toRecord(row, factsOf(row, refunds.get(id) ?? []))] : [];
      });
    },

    /** The payments of these subjects, newest first each. */
    async paymentsOfMany(kind: Subject['kind'], ids: string[], tx?: Tx): Promise<PaymentRecord[]> {
      if (ids.length === 0) return [];
      const rows = await listPaymentsOfSubjects(tx ?? db.orm, kind, ids);
      const refundsOf =
        rows.length > 0
          ? await listRefundsOf(
              tx ?? db.orm,
              rows.map(({ id }) => id),
            )
          : [];
      return rows.map((row) =>
        toRecord(
          row,
          factsOf(
            row,
            refundsOf.filter(({ paymentId }) => paymentId === row.id),
          ),
        ),
      );
    },

    ...bindContext(ctx, { invoiceOf, receiptOf, audit: auditPayments }),

    /** What admins see and decide. */
    desk: createDesk(platform, { ...deps, events, settlement, refunds }),

    /** What the background jobs do; for payments.jobs only. */
    work: {
      /** Everything that was stored and has no end yet. */
      workOff: events.workOff,
      async processEvent(eventId: string): Promise<void> {
        await inbox.quiet();
        await events.process(eventId);
      },
      ...bindContext(ctx, { issueInvoices }),
      check: settlement.check,
      sendRefund: refunds.sendRefund,
      returnExcess: refunds.returnExcess,

      /** Fetches the provider's receipt; only web addresses are kept. */
      async fetchReceipt(paymentId: string): Promise<void> {
        const row = await findPayment(db.orm, paymentId);
        if (!row?.providerSessionId || row.receiptUrl) return;
        const { receiptUrl } = await providerOf(row.provider).retrieve(row.providerSessionId);
        if (receiptUrl && /^https?:\/\//i.test(receiptUrl) && URL.canParse(receiptUrl)) {
          await updatePayment(db.orm, paymentId, { receiptUrl });
        }
      },

      /** Once a minute: whatever has waited too long is asked about, or done again. */
      async reconcile(): Promise<void> {
        const now = clock.now();
        if (await hasDueEvents(db.orm, now)) await jobs.send(db.orm, 'payment.inbox', {});
        const waiting = await listPaymentsToCheck(db.orm, now, BATCH);
        for (const paymentId of waiting) await jobs.send(db.orm, 'payment.check', { paymentId });
        for (const refund of await listStuckRefunds(db.orm, secondsAfter(now, -600))) {
          await touchRefund(db.orm, refund.id, now);
          if (refund.status === 'requested')
            await jobs.send(db.orm, 'payment.refund', { refundId: refund.id });
          else await jobs.send(db.orm, 'payment.check', { paymentId: refund.paymentId });
        }
      },
    },
  };
}

/** What a provider's id, or ours, can look like. */
const PROVIDER_ID = /^[\w.:-]{1,255}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
