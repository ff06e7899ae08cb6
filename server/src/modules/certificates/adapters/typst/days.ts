const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The day of an instant in UTC, or a day itself: '10 November 2026'. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** First to last day: '4–9 November 2026'. */
export function daysOf(from: string, to: string): string {
  const [first, last] = [dayOf(from), dayOf(to)];
  if (first === last) return first;
  const [day, ...rest] = first.split(' ');
  return last.endsWith(rest.join(' ')) ? `${day}–${last}` : `${first} – ${last}`;
}
