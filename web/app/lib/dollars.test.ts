import { plainDollars } from '@vialproof/science/money/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDollars } from './dollars';

it.each([
  ['180', 18_000],
  ['180.5', 18_050],
  ['180.05', 18_005],
  [' $1,250.50 ', 125_050],
  ['0.29', 29],
  ['1,000,000', 100_000_000],
])('a form accepts the typed amount %j', (text, cents) => {
  expect(readDollars(text)).toBe(cents);
});

it.each([
  '',
  '.',
  '.5',
  '1.',
  '1.005',
  '1,25',
  '12,50',
  '1,0000',
  ',100',
  '-5',
  '1e3',
  '1 000',
  '€5',
  '12345678901',
])('a form refuses the typed amount %j', (text) => {
  expect(readDollars(text)).toBeNull();
});

it('a form reads each amount that it shows as the same number of cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      expect(readDollars(plainDollars(cents))).toBe(cents);
    }),
  );
});
