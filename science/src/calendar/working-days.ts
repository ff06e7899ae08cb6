import { dayOf } from './dates.ts';

const DAY_MS = 86_400_000;

/** Days on which the laboratory does not work besides Saturdays and Sundays, 'YYYY-MM-DD'. */
export type Holidays = ReadonlySet<string>;

const nextDay = (day: string) => dayOf(new Date(Date.parse(day) + DAY_MS));

/** Whether the laboratory works on a day ('YYYY-MM-DD'): Monday to Friday, holidays left out. */
export function isWorkingDay(day: string, holidays: Holidays): boolean {
  return new Date(day).getUTCDay() % 6 !== 0 && !holidays.has(day);
}

/** The day on which the `days`-th working day after `from` falls, 'YYYY-MM-DD'; the day of `from` does not count. */
export function workingDaysAfter(from: Date, days: number, holidays: Holidays): string {
  let day = dayOf(from);
  for (let left = days; left > 0; ) {
    day = nextDay(day);
    if (isWorkingDay(day, holidays)) left -= 1;
  }
  return day;
}

/**
 * How many working days lie after the day `from`, up to and with the day `to` (both 'YYYY-MM-DD'); 0 unless `to` is later.
 * What ends on the n-th working day after `from` took n.
 */
export function workingDaysBetween(from: string, to: string, holidays: Holidays): number {
  let counted = 0;
  for (let day = from; day < to; ) {
    day = nextDay(day);
    if (isWorkingDay(day, holidays)) counted += 1;
  }
  return counted;
}
