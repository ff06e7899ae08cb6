import type { Platform } from '../../platform/platform.ts';
import type { Orders } from './orders.service.ts';

/** Ends orders that nobody paid, and reminds their owners before. */
export function defineOrderJobs({ jobs }: Platform, orders: Orders): void {
  jobs.define('orders.expire', {}, async () => {
    await orders.expire();
    await orders.remind();
  });
  jobs.every('orders.expire', '*/5 * * * *');
}
