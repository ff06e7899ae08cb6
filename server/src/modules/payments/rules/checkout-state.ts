import type { CheckoutState } from '@vialproof/contract/checkout';
import type { Facts } from './payment-facts.ts';
import { holdsMoney } from './refundable.ts';
import { verdictOf } from './underpayment.ts';

const REASONS = {
  pending: 'Waiting for the payment provider to confirm.',
  processing: 'The payment is being processed. We will write to you when it is confirmed.',
  failed: 'The payment did not go through. Nothing was charged.',
  expired: 'The payment page has expired. Nothing was charged.',
} as const;

/** The state of a payment on the success page, and the reason. */
export function checkoutState(facts: Facts): { state: CheckoutState; reason: string | null } {
  switch (facts.status) {
    case 'pending':
    case 'processing':
      return { state: 'confirming', reason: REASONS[facts.status] };
    case 'failed':
    case 'expired':
      return { state: 'failed', reason: REASONS[facts.status] };
    case 'disputed':
      return { state: 'attention', reason: 'This payment is disputed. We are looking into it.' };
    default:
      if (!holdsMoney(facts)) {
        const isBack = facts.refundedCents >= facts.receivedCents;
        return {
          state: 'failed',
          reason: `This payment ${isBack ? 'was returned' : 'is on its way back'} to you.`,
        };
      }
      return verdictOf(facts) === 'underpaid'
        ? {
            state: 'attention',
            reason: 'The amount received is not the amount due. We will write to you.',
          }
        : { state: 'confirmed', reason: null };
  }
}
