import { SHOWCASE_DAYS } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';

const DAY_MS = 86_400_000;

/**
 * The days from `startsOn` to the day before `endsOn`, 'YYYY-MM-DD' in UTC, so that a change of the clock makes no day
 * longer.
 */
export type Span = { startsOn: string; endsOn: string };

/** The day that is `days` days after `day`, or before it if `days` is negative. */
export const daysAfter = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(day) + days * DAY_MS));

/** The number of days from `from` to the day before `to`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The week that begins on a day. */
export const weekFrom = (startsOn: string): Span => ({
  startsOn,
  endsOn: daysAfter(startsOn, SHOWCASE_DAYS),
});

/** The days on which a week has its place. A stopped week has it until the day before the stop. */
export const placeOf = ({ startsOn, endsOn, stoppedOn }: Span & { stoppedOn: string | null }): Span => ({
  startsOn,
  endsOn: stoppedOn ?? endsOn,
});

const covers = ({ startsOn, endsOn }: Span, day: string) => startsOn <= day && day < endsOn;

export type Occupancy = {
  /** How many results can be displayed at once. */
  places: number;
  /** The weeks in which any result has a place. */
  taken: Span[];
  /** The weeks in which the result in question has a place. */
  own: Span[];
};

/** Whether a place is free on each of the seven days from `startsOn` on, and the result has no place of its own on these days. */
export function isFree(startsOn: string, { places, taken, own }: Occupancy): boolean {
  return Array.from({ length: SHOWCASE_DAYS }, (_, n) => daysAfter(startsOn, n)).every(
    (day) =>
      taken.filter((span) => covers(span, day)).length < places && !own.some((span) => covers(span, day)),
  );
}

/**
 * The first day, `from` or later, on which a free week can begin. Only `from` and the days after the end of a week are
 * tried, since no free week begins on another day first.
 * @throws if there are no places.
 */
export function firstFreeDay(from: string, occupancy: Occupancy): string {
  const ends = [...occupancy.taken, ...occupancy.own].map(({ endsOn }) => endsOn);
  const days = [from, ...ends.filter((day) => day > from)].sort();
  const found = days.find((day) => isFree(day, occupancy));
  if (found === undefined) throw new Error('there is no place to give');
  return found;
}

/** How many results may be displayed for money beside `results` others, so that they are at most a third of all. */
export const mostPaid = (results: number): number => Math.floor(results / 2);
