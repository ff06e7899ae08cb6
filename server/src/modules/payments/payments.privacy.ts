import type { Platform } from '../../platform/platform.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import { paymentsOf } from './payments.queries.ts';
import { forgetPayer, listPaymentsOfCustomer } from './payments.store.ts';

const UNDER_WAY = new Set(['processing', 'underpaid', 'refund_pending']);

/** A person's payments, for the data export and the deletion. */
export function paymentsPrivacy(platform: Platform): PrivacyPart {
  const { db } = platform;
  return {
    name: 'payments',
    stays: 'Invoices, made out as they were: the law on bookkeeping wants them kept unchanged.',
    export: (userId) => paymentsOf({ platform }, userId),
    async blocksDeletion(userId) {
      const payments = await listPaymentsOfCustomer(db.orm, userId);
      return payments.some(({ status }) => UNDER_WAY.has(status))
        ? ['A payment or a refund of yours is still under way.']
        : [];
    },
    erase: forgetPayer,
  };
}
