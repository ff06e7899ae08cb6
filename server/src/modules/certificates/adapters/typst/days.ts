import { dateWords } from '@vialproof/science/calendar/dates';

/** First to last day: '4–9 November 2026'. */
export function daysOf(from: string, to: string): string {
  const [first, last] = [dateWords(from), dateWords(to)];
  if (first === last) return first;
  const [day, ...rest] = first.split(' ');
  return last.endsWith(rest.join(' ')) ? `${day}–${last}` : `${first} – ${last}`;
}
