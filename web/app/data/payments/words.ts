import type { PaymentStatus } from '@vialproof/contract/checkout';

/** The colour of a payment's badge. A status that is not listed here has the plain colour. */
export const paymentTones: Partial<Record<PaymentStatus, 'good' | 'wait' | 'bad'>> = {
  paid: 'good',
  overpaid: 'good',
  pending: 'wait',
  processing: 'wait',
  underpaid: 'wait',
  refund_pending: 'wait',
  failed: 'bad',
  disputed: 'bad',
};
