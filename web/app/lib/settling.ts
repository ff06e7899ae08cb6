import type { PaymentStatus } from '@vialproof/contract/checkout';

// Money has arrived or is on its way, so nobody may pay twice.
const settling: (PaymentStatus | null)[] = ['processing', 'underpaid', 'disputed', 'paid', 'overpaid'];

/** Whether money has arrived or is on its way, so that no page asks for it. */
export const isSettling = (status: PaymentStatus | null): boolean => settling.includes(status);

/** The text that replaces the payment button. `subject` is what was paid. */
export function settlingWords(status: PaymentStatus | null, subject: 'order' | 'share' | 'week'): string {
  const what = subject === 'share' ? 'your share' : 'the price';
  return status === 'underpaid'
    ? `Less than ${what} has arrived, and a person is looking at it. Please do not pay again: what came counts towards this ${subject} or goes back to you.`
    : 'Your payment is on its way: the payment provider has not confirmed it yet. This page changes by itself when it has. Please do not pay again.';
}
