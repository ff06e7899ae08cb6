import { SHOWCASE_DAYS } from '@vialproof/contract/showcases';
import { daysAfter, daysBetween, type Span } from './weeks.ts';

export type Stop = {
  /** The first day on which the result is not shown: tomorrow, because today has begun. */
  stoppedOn: string;
  /** The price of the days that have not begun, in cents, rounded down. */
  refundCents: number;
};

/** Which days on the home page become free, and how much money is refunded, if a paid week ends today. */
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
