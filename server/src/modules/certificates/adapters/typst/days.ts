import { dayOf } from '@vialproof/science/measurement/recorded-notes';

/** First to last day: '4–9 November 2026'. */
export function daysOf(from: string, to: string): string {
  const [first, last] = [dayOf(from), dayOf(to)];
  if (first === last) return first;
  const [day, ...rest] = first.split(' ');
  return last.endsWith(rest.join(' ')) ? `${day}–${last}` : `${first} – ${last}`;
}
