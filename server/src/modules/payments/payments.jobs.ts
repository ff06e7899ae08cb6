import type { Platform } from '../../platform/platform.ts';
import { PAYMENT_SETTLED, type PaymentSettled, type Payments } from './payments.service.ts';

type OfPayment = { paymentId: string };

/**
 * Background work of payments. Each may run twice: what it does depends on the rows alone. Few retries follow each
 * other closely; what still fails is sent again by the reconciliation, for as long as it takes.
 */
export function definePaymentJobs({ jobs }: Platform, { work, checkLedger }: Payments): void {
  jobs.define<{ eventId: string }>(
    'payment.event',
    { retryLimit: 4, concurrency: 4, expireInSeconds: 15 },
    ({ eventId }) => work.processEvent(eventId),
  );
  jobs.define<{ eventIds: string[] }>(
    'payment.events',
    { retryLimit: 4, concurrency: 4, expireInSeconds: 30 },
    ({ eventIds }) => work.processEvents(eventIds),
  );
  jobs.define<{ refundId: string }>(
    'payment.refund',
    { retryLimit: 4, expireInSeconds: 60 },
    ({ refundId }) => work.sendRefund(refundId),
  );
  jobs.define<OfPayment>('payment.return-excess', {}, ({ paymentId }) => work.returnExcess(paymentId));
  jobs.define<OfPayment>('payment.receipt', { batch: 5 }, ({ paymentId }) => work.fetchReceipt(paymentId));
  jobs.define<OfPayment>('payment.invoice', { concurrency: 2, batch: 10 }, ({ paymentId }) =>
    work.issueInvoice(paymentId),
  );
  jobs.define<OfPayment>('payment.check', { retryLimit: 2, concurrency: 2 }, ({ paymentId }) =>
    work.check(paymentId),
  );
  jobs.define('payment.reconcile', { retryLimit: 1 }, () => work.reconcile());
  jobs.every('payment.reconcile', '* * * * *');
  jobs.define('payment.check-ledger', { retryLimit: 1, expireInSeconds: 600 }, async () => {
    await checkLedger();
  });
  jobs.every('payment.check-ledger', '23 * * * *');
}

/** Whoever sells hears of every change of a payment; each looks after its own subjects. */
export function defineSettlement(
  { jobs }: Platform,
  sellers: ((paymentId: string) => Promise<void>)[],
): void {
  jobs.define<PaymentSettled>(
    PAYMENT_SETTLED,
    { retryLimit: 50, concurrency: 2, batch: 10, expireInSeconds: 30 },
    async ({ paymentId }) => {
      for (const settle of sellers) await settle(paymentId);
    },
  );
}
