import { TURNAROUND_LEAST_RECEIVED } from '@vialproof/contract/turnaround';
import { type Holidays, workingDaysBetween } from '@vialproof/science/calendar/working-days';
import {
  kaplanMeier,
  type Observation,
  type Quantile,
  quantileOf,
} from '@vialproof/science/statistics/kaplan-meier';

/** `n` samples that came on one day and were done on one day, 'YYYY-MM-DD'; `doneOn` is null while they are open. */
export type Samples = { receivedOn: string; doneOn: string | null; n: number };

/** Undefined members of a quantile: so many are not done yet. */
export type Figures = { nReceived: number; nOpen: number; median: Quantile; nineOfTen: Quantile };

/**
 * What is known of each sample, in working days: how long it took, or for how long it has been open `today`. Every sample
 * without a result is open until today, also one of an order that was given up: to stop watching it earlier would make the
 * laboratory look quicker.
 */
export function observationsOf(
  samples: readonly Samples[],
  { today, holidays }: { today: string; holidays: Holidays },
): Observation[] {
  const first = samples.reduce((least, { receivedOn }) => (receivedOn < least ? receivedOn : least), today);
  const counted = new Map<string, number>();
  const workingDay = (day: string) => {
    const known = counted.get(day) ?? workingDaysBetween(first, day, holidays);
    counted.set(day, known);
    return known;
  };
  return samples.map(({ receivedOn, doneOn, n }) => ({
    // A clock that was set back has nothing published before its receipt.
    time: Math.max(0, workingDay(doneOn ?? today) - workingDay(receivedOn)),
    isDone: doneOn !== null,
    count: n,
  }));
}

/** How long samples took; undefined when there are too few to say. */
export function measure(observations: readonly Observation[]): Figures | undefined {
  const sum = (list: readonly Observation[]) => list.reduce((total, { count = 1 }) => total + count, 0);
  const nReceived = sum(observations);
  if (nReceived < TURNAROUND_LEAST_RECEIVED) return undefined;
  const steps = kaplanMeier(observations);
  return {
    nReceived,
    nOpen: sum(observations.filter(({ isDone }) => !isDone)),
    median: quantileOf(steps, 0.5),
    nineOfTen: quantileOf(steps, 0.9),
  };
}
