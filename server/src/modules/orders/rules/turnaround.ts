import { type Holidays, workingDaysAfter } from '@vialproof/contract/working-days';

/** '5-7 business days after receipt' → 7: what is promised is the longer time. */
const PROMISE = /(\d{1,2})\s*(?:business|working) days/i;

/** The business days of a turnaround promise as the catalog words it; undefined when it names none. */
export function turnaroundDays(tatText: string): number | undefined {
  const days = Number(PROMISE.exec(tatText)?.[1]);
  return days > 0 ? days : undefined;
}

/** The last day of the promise for a sample that was received at `receivedAt`; null when nothing is promised. */
export function dueOn(tatText: string, receivedAt: Date, holidays: Holidays): string | null {
  const days = turnaroundDays(tatText);
  return days === undefined ? null : workingDaysAfter(receivedAt, days, holidays);
}
