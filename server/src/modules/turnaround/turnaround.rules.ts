import { TURNAROUND_LEAST_RECEIVED } from '@vialproof/contract/turnaround';
import { type Holidays, workingDaysBetween } from '@vialproof/science/calendar/working-days';
import {
  kaplanMeier,
  type Observation,
  type Quantile,
  quantileOf,
} from '@vialproof/science/statistics/kaplan-meier';

/** Samples that arrived on the same day and were finished on the same day. `doneOn`: null while unfinished. */
export type Samples = { receivedOn: string; doneOn: string | null; n: number };

/** A number is undefined if too few samples are finished for it. */
export type Figures = { nReceived: number; nOpen: number; median: Quantile; nineOfTen: Quantile };

/**
 * The working days of each sample until its result. An unfinished one counts until today, because otherwise the
 * laboratory would look faster than it is.
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
    // If a clock was set back, a sample may be finished before it arrived.
    time: Math.max(0, workingDay(doneOn ?? today) - workingDay(receivedOn)),
    isDone: doneOn !== null,
    count: n,
  }));
}

/** The measured times; undefined with too few samples. */
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
