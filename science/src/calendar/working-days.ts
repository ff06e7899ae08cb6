import { dayOf } from './dates.ts';

const DAY_MS = 86_400_000;

/** Days without work besides weekends, 'YYYY-MM-DD'. */
export type Holidays = ReadonlySet<string>;

const nextDay = (day: string) => dayOf(new Date(Date.parse(day) + DAY_MS));

/** Whether the laboratory works on a day ('YYYY-MM-DD'): Monday to Friday, except holidays. */
export function isWorkingDay(day: string, holidays: Holidays): boolean {
  return new Date(day).getUTCDay() % 6 !== 0 && !holidays.has(day);
}

/** The `days`-th working day after `from`, 'YYYY-MM-DD'; the day of `from` does not count. */
export function workingDaysAfter(from: Date, days: number, holidays: Holidays): string {
  let day = dayOf(from);
  for (let left = days; left > 0; ) {
    day = nextDay(day);
    if (isWorkingDay(day, holidays)) left -= 1;
  }
  return day;
}

/** The number of working days after `from`, up to and with `to`; 0 if `to` is not later. */
export function workingDaysBetween(from: string, to: string, holidays: Holidays): number {
  let counted = 0;
  for (let day = from; day < to; ) {
    day = nextDay(day);
    if (isWorkingDay(day, holidays)) counted += 1;
  }
  return counted;
}
