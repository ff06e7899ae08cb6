const DAY_MS = 86_400_000;
/** '5-7 business days after receipt' → 7: what is promised is the longer time. */
const PROMISE = /(\d{1,2})\s*(?:business|working) days/i;

/** The business days of a turnaround promise as the catalog words it; undefined when it names none. */
export function turnaroundDays(tatText: string): number | undefined {
  const days = Number(PROMISE.exec(tatText)?.[1]);
  return days > 0 ? days : undefined;
}

/**
 * The day on which the `days`-th business day after `from` falls, 'YYYY-MM-DD'. Business days are Monday to Friday in
 * UTC; the day of `from` does not count. Holidays are business days: which ones there are depends on the laboratory.
 */
export function businessDaysAfter(from: Date, days: number): string {
  let at = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  for (let left = days; left > 0; ) {
    at += DAY_MS;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return new Date(at).toISOString().slice(0, 10);
}

/** The last day of the promise for a sample that was received at `receivedAt`; null when nothing is promised. */
export function dueOn(tatText: string, receivedAt: Date): string | null {
  const days = turnaroundDays(tatText);
  return days === undefined ? null : businessDaysAfter(receivedAt, days);
}
