import type { PaymentStatus } from '@vialproof/contract/checkout';

// Money is here or on its way: nobody shall pay a second time.
const settling: (PaymentStatus | null)[] = ['processing', 'underpaid', 'disputed', 'paid', 'overpaid'];

/** Whether money for an order or a share is here or on its way, so that nothing asks for it any more. */
export const isSettling = (status: PaymentStatus | null): boolean => settling.includes(status);

/** What to say in the place of the button that pays. `subject`: what is paid for. */
export function settlingWords(status: PaymentStatus | null, subject: 'order' | 'share' | 'week'): string {
  const what = subject === 'share' ? 'your share' : 'the price';
  return status === 'underpaid'
    ? `Less than ${what} has arrived, and a person is looking at it. Please do not pay again: what came counts towards this ${subject} or goes back to you.`
    : 'Your payment is on its way: the payment provider has not confirmed it yet. This page changes by itself when it has. Please do not pay again.';
}
