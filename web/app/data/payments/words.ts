import type { PaymentStatus } from '@vialproof/contract/checkout';

/** Colour of a payment's badge; a status that is missing here has the plain colour. */
export const paymentTones: Partial<Record<PaymentStatus, 'good' | 'wait' | 'bad'>> = {
  paid: 'good',
  overpaid: 'good',
  processing: 'wait',
  underpaid: 'wait',
  refund_pending: 'wait',
  failed: 'bad',
  disputed: 'bad',
};
