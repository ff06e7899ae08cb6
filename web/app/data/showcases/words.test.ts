import { expect, it } from 'vitest';
import { weekWords } from './words';

it.each([
  ['2026-11-25', '2026-12-01', '25 November to 1 December 2026'],
  ['2026-12-01', '2026-12-07', '1 December to 7 December 2026'],
  ['2026-12-28', '2027-01-03', '28 December 2026 to 3 January 2027'],
])('a week from %s to %s is written as %j', (week_starts, week_ends, words) => {
  expect(weekWords({ week_starts, week_ends })).toBe(words);
});
