import { expect, it } from 'vitest';
import { pageIn } from './list-address';

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
])('security 15: the address with page=%s opens page %i of the list', (typed, page) => {
  expect(pageIn(new URLSearchParams({ page: typed }))).toBe(page);
  expect(pageIn(new URLSearchParams())).toBe(1);
});
