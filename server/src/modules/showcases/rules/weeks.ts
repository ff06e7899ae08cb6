import { SHOWCASE_DAYS } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';

const DAY_MS = 86_400_000;

/** Days from the first to before the last: 'YYYY-MM-DD' in UTC, so that a clock change makes no day longer. */
export type Span = { startsOn: string; endsOn: string };

/** The day so many days after another; before it when negative. */
export const daysAfter = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(day) + days * DAY_MS));

/** The number of days from one day to before another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The week that begins on a day. */
export const weekFrom = (startsOn: string): Span => ({
  startsOn,
  endsOn: daysAfter(startsOn, SHOWCASE_DAYS),
});

/** The days on which a week has its place: of a stopped one the days before the stop. */
export const placeOf = ({ startsOn, endsOn, stoppedOn }: Span & { stoppedOn: string | null }): Span => ({
  startsOn,
  endsOn: stoppedOn ?? endsOn,
});

const covers = ({ startsOn, endsOn }: Span, day: string) => startsOn <= day && day < endsOn;

export type Occupancy = {
  /** The most results that are displayed at once. */
  places: number;
  /** The weeks of all results with a place. */
  taken: Span[];
  /** The weeks among them of the result in question. */
  own: Span[];
};

/** Whether a place is free on each of the seven days from `startsOn` on, and the result has none on any of them. */
export function isFree(startsOn: string, { places, taken, own }: Occupancy): boolean {
  return Array.from({ length: SHOWCASE_DAYS }, (_, n) => daysAfter(startsOn, n)).every(
    (day) =>
      taken.filter((span) => covers(span, day)).length < places && !own.some((span) => covers(span, day)),
  );
}

/**
 * The first day, `from` or later, on which a free week can begin. Candidates are `from` and the days after the end of a
 * week, since a free week becomes possible only there.
 * @throws without places.
 */
export function firstFreeDay(from: string, occupancy: Occupancy): string {
  const ends = [...occupancy.taken, ...occupancy.own].map(({ endsOn }) => endsOn);
  const days = [from, ...ends.filter((day) => day > from)].sort();
  const found = days.find((day) => isFree(day, occupancy));
  if (found === undefined) throw new Error('there is no place to give');
  return found;
}

/** The most results displayed for money, at most a third of all displayed ones. */
export const mostPaid = (results: number): number => Math.floor(results / 2);
