import { SHOWCASE_DAYS } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';

const DAY_MS = 86_400_000;

/** The days from `startsOn` to the day before `endsOn`, in UTC. */
export type Span = { startsOn: string; endsOn: string };

/** The date that is `days` days after `day`; a negative number gives an earlier date. */
export const daysAfter = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(day) + days * DAY_MS));

/** The number of days between two days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The seven days from this day on. */
export const weekFrom = (startsOn: string): Span => ({
  startsOn,
  endsOn: daysAfter(startsOn, SHOWCASE_DAYS),
});

/** The days on which the home page shows the result. */
export const placeOf = ({ startsOn, endsOn, stoppedOn }: Span & { stoppedOn: string | null }): Span => ({
  startsOn,
  endsOn: stoppedOn ?? endsOn,
});

const covers = ({ startsOn, endsOn }: Span, day: string) => startsOn <= day && day < endsOn;

export type Occupancy = {
  /** How many results can be shown at once. */
  places: number;
  /** The days of all results that take a place on the home page. */
  taken: Span[];
  /** The days on which the same result already has a place on the home page. */
  own: Span[];
};

/** Whether a place is free on seven days, and the result has no other place on any of them. */
export function isFree(startsOn: string, { places, taken, own }: Occupancy): boolean {
  return Array.from({ length: SHOWCASE_DAYS }, (_, n) => daysAfter(startsOn, n)).every(
    (day) =>
      taken.filter((span) => covers(span, day)).length < places && !own.some((span) => covers(span, day)),
  );
}

/**
 * The first day on which seven days on the home page can begin: `from`, or a day after another result's last one.
 * @throws if the home page has no places.
 */
export function firstFreeDay(from: string, occupancy: Occupancy): string {
  const ends = [...occupancy.taken, ...occupancy.own].map(({ endsOn }) => endsOn);
  const days = [from, ...ends.filter((day) => day > from)].sort();
  const found = days.find((day) => isFree(day, occupancy));
  if (found === undefined) throw new Error('there is no place to give');
  return found;
}

/** The most paid results that are at most a third of all. */
export const mostPaid = (results: number): number => Math.floor(results / 2);
