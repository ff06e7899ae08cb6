import { expect, it } from 'vitest';
import { pageNumber } from './page-number';

it.each([
  ['', 1],
  ['1', 1],
  ['007', 7],
  ['42', 42],
  ['0', 1],
  ['1000001', 1_000_000],
  ['-1', 1],
  ['0x2', 1],
  ['2e1', 1],
  ['+2', 1],
  ['2.5', 1],
  [' 2', 1],
  ['Infinity', 1],
  ['9'.repeat(40), 1],
])('security 15: page=%s is page %i', (typed, page) => {
  expect(pageNumber(new URLSearchParams({ page: typed }), 1_000_000)).toBe(page);
  expect(pageNumber(new URLSearchParams(), 1_000_000)).toBe(1);
});
