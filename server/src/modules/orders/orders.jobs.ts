import type { Platform } from '../../platform/platform.ts';
import type { Orders } from './orders.service.ts';

/** The end of orders that nobody paid, and the mail that tells of it before. */
export function defineOrderJobs({ jobs }: Platform, orders: Orders): void {
  jobs.define('orders.expire', {}, async () => {
    await orders.expire();
    await orders.remind();
  });
  jobs.every('orders.expire', '*/5 * * * *');
}
