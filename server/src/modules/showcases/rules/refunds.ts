import { SHOWCASE_DAYS } from '@vialproof/contract/showcases';
import { daysAfter, daysBetween, type Span } from './weeks.ts';

export type Stop = {
  /** The first day on which the week has no place any more. It is tomorrow, because today has begun. */
  stoppedOn: string;
  /** The refund in cents: the price of the days that have not begun, rounded down to the cent. */
  refundCents: number;
};

/** What happens to the place and the money if a week is ended on the day `today`. */
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
