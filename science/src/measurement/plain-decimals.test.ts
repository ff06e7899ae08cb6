import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainDecimals } from './plain-decimals.ts';

it('every number stays the same when it is written in plain decimals and read again', () => {
  expect([1e-7, -2.5e-9, 0.05, 98.5, 0, 1e12].map(plainDecimals)).toEqual([
    '0.0000001',
    '-0.0000000025',
    '0.05',
    '98.5',
    '0',
    '1000000000000',
  ]);
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), (value) => {
      const text = plainDecimals(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});
