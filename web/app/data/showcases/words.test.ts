import { expect, it } from 'vitest';
import { weekWords } from './words';

it.each([
  ['2026-11-25', '2026-12-02', '25 November to 1 December 2026'],
  ['2026-12-01', '2026-12-08', '1 December to 7 December 2026'],
  ['2026-12-28', '2027-01-04', '28 December 2026 to 3 January 2027'],
])('a week from %s, over before %s, reads as %j', (from, until, words) => {
  expect(weekWords(from, until)).toBe(words);
});
