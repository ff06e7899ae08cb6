import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountWords, formatMoney, plainDollars, publicDiscount } from './money.ts';

it.each([
  [0, '$0.00', '0.00'],
  [5, '$0.05', '0.05'],
  [18_000, '$180.00', '180.00'],
  [123_450, '$1,234.50', '1234.50'],
  [-4_000, '-$40.00', '-40.00'],
])('an amount of %s cents is written %s with the currency sign, and %s without it', (cents, words, plain) => {
  expect([formatMoney(cents), plainDollars(cents)]).toEqual([words, plain]);
});

it('an amount names its currency, except dollars', () => {
  expect([amountWords(12_000, null), amountWords(12_000, 'usd')]).toEqual(['$120.00', '$120.00']);
  expect([amountWords(123_456, 'usdc'), amountWords(15_300, 'eur')]).toEqual(['1,234.56 USDC', '153.00 EUR']);
});

it('no cent is lost when an amount in cents is written and read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
      expect(Number(formatMoney(cents).replace(/[$,]/g, '').replace('.', ''))).toBe(cents);
      expect(Number(plainDollars(cents).replace('.', ''))).toBe(cents);
    }),
  );
});

it('the discount of a public test is rounded to the cent', () => {
  expect([publicDiscount(18_000, 10), publicDiscount(999, 15), publicDiscount(18_000, 0)]).toEqual([
    1800, 150, 0,
  ]);
});
