import { type Holidays, workingDaysAfter } from '@vialproof/science/calendar/working-days';

/** '5-7 business days after receipt' means 7, the longer time. */
const PROMISE = /(\d{1,2})\s*(?:business|working) days/i;

/** The working days in a text of the price list. Undefined without a number. */
export function turnaroundDays(tatText: string): number | undefined {
  const days = Number(PROMISE.exec(tatText)?.[1]);
  return days > 0 ? days : undefined;
}

/** The last promised day. Null without a promise. */
export function dueOn(tatText: string, receivedAt: Date, holidays: Holidays): string | null {
  const days = turnaroundDays(tatText);
  return days === undefined ? null : workingDaysAfter(receivedAt, days, holidays);
}
