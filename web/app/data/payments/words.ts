import type { PaymentStatus } from '@vialproof/contract/checkout';

/** Of a payment's badge; a status that is not here has the plain one. */
export const paymentTones: Partial<Record<PaymentStatus, 'good' | 'wait' | 'bad'>> = {
  paid: 'good',
  overpaid: 'good',
  processing: 'wait',
  underpaid: 'wait',
  refund_pending: 'wait',
  failed: 'bad',
  disputed: 'bad',
};
