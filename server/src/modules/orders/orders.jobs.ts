import type { Platform } from '../../platform/platform.ts';
import { PAYMENT_SETTLED, type PaymentSettled } from '../payments/payments.service.ts';
import type { Orders } from './orders.service.ts';

/** Settlement of payments, and the end of orders that nobody paid. */
export function defineOrderJobs({ jobs }: Platform, orders: Orders): void {
  jobs.define<PaymentSettled>(
    PAYMENT_SETTLED,
    { retryLimit: 50, concurrency: 2, expireInSeconds: 15 },
    ({ paymentId }) => orders.settle(paymentId),
  );
  jobs.define('orders.expire', {}, async () => {
    await orders.expire();
  });
  jobs.every('orders.expire', '*/5 * * * *');
}
