import { SHOWCASE_DAYS } from '@vialproof/contract/showcases';
import { daysAfter, daysBetween, type Span } from './weeks.ts';

export type Stop = {
  /** The first day without a place: tomorrow, since today has begun. */
  stoppedOn: string;
  /** Refunded cents: the price of the days that have not begun, rounded down to the cent. */
  refundCents: number;
};

/** The effect of ending a week on the day `today`. */
export function stopOn(
  today: string,
  { startsOn, endsOn, amountCents }: Span & { amountCents: number },
): Stop {
  const [stoppedOn = endsOn] = [daysAfter(today, 1), endsOn].sort();
  const firstNotShown = today < startsOn ? startsOn : stoppedOn;
  const daysLeft = daysBetween(firstNotShown, endsOn);
  return {
    stoppedOn: firstNotShown,
    refundCents: Math.floor((amountCents * daysLeft) / SHOWCASE_DAYS),
  };
}
