import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asWritten } from './vendor-table';

it('a number from the instrument’s peak table is shown with all its digits', () => {
  expect(asWritten(Math.fround(49.87006))).toBe('49.87006');
  expect([14013, 0.1 + 0.2, 15.002, 0, null, 'SV'].map(asWritten)).toEqual([
    '14013',
    '0.30000000000000004',
    '15.002',
    '0',
    '–',
    'SV',
  ]);
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Math.fround(Number(asWritten(value)))).toBe(value === 0 ? 0 : value);
    }),
  );
});
