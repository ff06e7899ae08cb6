import type { Platform } from '../../platform/platform.ts';
import { PAYMENT_SETTLED, type PaymentSettled, type Payments, type Subject } from './payments.service.ts';

type OfPayment = { paymentId: string };

/**
 * Background work of payments. Each may run twice: what it does depends on the rows alone. Few retries follow each
 * other closely; what still fails is sent again by the reconciliation, for as long as it takes.
 */
export function definePaymentJobs({ jobs }: Platform, { work }: Payments): void {
  jobs.define<{ eventId: string }>(
    'payment.event',
    // Longer than two of them ask a provider that does not answer.
    { retryLimit: 4, concurrency: 4, expireInSeconds: 90 },
    ({ eventId }) => work.processEvent(eventId),
  );
  jobs.define('payment.inbox', { retryLimit: 4, concurrency: 2, expireInSeconds: 120 }, () => work.workOff());
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
  jobs.define('payment.reconcile', { retryLimit: 1 }, () => work.reconcile());
  jobs.every('payment.reconcile', '* * * * *');
}

type Seller = {
  settle(paymentId: string): Promise<void>;
  /** Several at once: all of them, or none. */
  settleTogether?(paymentIds: string[]): Promise<void>;
};

/** Whoever sells hears of every change of a payment of its own subjects. */
export function defineSettlement({ jobs }: Platform, sellers: Record<Subject['kind'], Seller>): void {
  jobs.define<PaymentSettled>(
    PAYMENT_SETTLED,
    { retryLimit: 50, concurrency: 2, batch: 25, expireInSeconds: 60 },
    ({ paymentId, subject }) => sellers[subject.kind].settle(paymentId),
    async (news) => {
      for (const [kind, ofKind] of Map.groupBy(news, ({ subject }) => subject.kind)) {
        const ids = [...new Set(ofKind.map(({ paymentId }) => paymentId))];
        const { settle, settleTogether } = sellers[kind];
        if (settleTogether) await settleTogether(ids);
        else for (const id of ids) await settle(id);
      }
    },
  );
}
