import type { StoredState } from './states.ts';

type PaymentFacts = { id: string; receivedCents: number; heldCents: number; isKept: boolean };
type Week = { state: StoredState; paymentId: string | null; refundCents: number };

/** In what way a week on the home page disagrees with its payments. Undefined if they agree. */
export function contradiction(week: Week, taskNumber: number, payments: PaymentFacts[]): string | undefined {
  const say = (words: string) => `Of test ${taskNumber} ${words}.`;
  const own = payments.find(({ id }) => id === week.paymentId);
  if (week.paymentId !== null && (own?.receivedCents ?? 0) === 0)
    return say('a week of display counts as paid, but nothing was paid');
  if (payments.some((payment) => payment !== own && payment.isKept))
    return say('money for a week of display is kept, though it paid none');
  const isOwed = own && week.refundCents > 0 && own.heldCents > own.receivedCents - week.refundCents;
  return own && isOwed && own.isKept
    ? say('the rest of a week of display that was stopped has not been refunded')
    : undefined;
}
