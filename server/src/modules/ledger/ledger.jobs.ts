import type { Platform } from '../../platform/platform.ts';
import type { Ledger } from './ledger.service.ts';

/** Checks the whole ledger once an hour. */
export function defineLedgerJobs({ jobs }: Platform, ledger: Ledger): void {
  jobs.define('payment.check-ledger', { retryLimit: 1, expireInSeconds: 600 }, async () => {
    await ledger.check();
  });
  jobs.every('payment.check-ledger', '23 * * * *');
}
