import type { Platform } from '../../platform/platform.ts';
import { PAYMENT_SETTLED, type PaymentSettled, type Payments, type Subject } from './payments.service.ts';

type OfPayment = { paymentId: string };

/**
 * Background work of payments. Each may run twice: what it does depends on the rows alone. An event is tried for seven days;
 * the others have few retries, close to each other, and the reconciliation sends what still fails again.
 */
export function definePaymentJobs({ jobs }: Platform, { work }: Payments): void {
  jobs.define<{ eventId: string }>(
    'payment.event',
    { isDurable: true, concurrency: 4, batch: 25, expireInSeconds: 60 },
    ({ eventId }) => work.settleEvents([eventId]),
    (all) => work.settleEvents(all.map(({ eventId }) => eventId)),
  );
  jobs.define<{ eventId: string }>(
    'payment.event-check',
    // Longer than two of them ask a provider that does not answer.
    { isDurable: true, concurrency: 2, expireInSeconds: 90 },
    ({ eventId }) => work.settleEventByAsking(eventId),
  );
  jobs.define<{ refundId: string }>(
    'payment.refund',
    { retryLimit: 4, expireInSeconds: 60 },
    ({ refundId }) => work.sendRefund(refundId),
  );
  jobs.define<OfPayment>('payment.return-excess', {}, ({ paymentId }) => work.returnExcess(paymentId));
  jobs.define<OfPayment>('payment.receipt', { batch: 5 }, ({ paymentId }) => work.fetchReceipt(paymentId));
  jobs.define<OfPayment>(
    'payment.invoice',
    { batch: 25 },
    ({ paymentId }) => work.issueInvoices([paymentId]),
    (all) => work.issueInvoices(all.map(({ paymentId }) => paymentId)),
  );
  jobs.define<OfPayment>('payment.check', { retryLimit: 2, concurrency: 2 }, ({ paymentId }) =>
    work.check(paymentId),
  );
  jobs.define<PaymentSettled>(
    PAYMENT_SETTLED,
    { retryLimit: 50, concurrency: 2, batch: 25, expireInSeconds: 60 },
    (change) => work.settleGoods([change]),
    (changes) => work.settleGoods(changes),
  );
  jobs.define<{ subject: Subject }>('payment.close-page', { expireInSeconds: 60 }, ({ subject }) =>
    work.closeUnwantedPage(subject),
  );
  jobs.define('payment.reconcile', { retryLimit: 1 }, () => work.reconcile());
  jobs.every('payment.reconcile', '* * * * *');
}
