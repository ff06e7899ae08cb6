import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packNumbers, unpackNumbers } from './packed-numbers';

const overTheWire = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each) => packNumbers(each)),
    (_, each) => unpackNumbers(each),
  );
// JSON has one zero.
const decimal = (places: number) =>
  fc.integer({ min: -5_000_000, max: 5_000_000 }).map((whole) => whole / 10 ** places + 0);

test('numbers come back the same, whatever their decimals', () => {
  const row = fc.integer({ min: 0, max: 8 }).chain((places) => fc.array(decimal(places), { maxLength: 300 }));
  fc.assert(
    fc.property(row, (numbers) => {
      expect(overTheWire({ numbers })).toEqual({ numbers });
    }),
  );
  const any = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 200 });
  fc.assert(
    fc.property(any, (numbers) => {
      expect(overTheWire(numbers)).toEqual(numbers.map((each) => each + 0));
    }),
  );
});

test('any other answer comes back the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(overTheWire(value)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  const holes = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? null : at));
  expect(overTheWire({ holes })).toEqual({ holes });
  const wrapped = packNumbers(Array.from({ length: 100 }, (_, at) => at / 10));
  expect(overTheWire([wrapped])).toEqual([wrapped]);
  const far = Array.from({ length: 100 }, (_, at) => (at % 2 ? -1 : 1) * (Number.MAX_SAFE_INTEGER - at));
  expect(overTheWire(far)).toEqual(far);
});

test('a trace takes fewer bytes', () => {
  const minutes = Array.from({ length: 1_000 }, (_, at) => Math.round(at * 133.4) / 10_000);
  expect(JSON.stringify(packNumbers(minutes)).length).toBeLessThan(JSON.stringify(minutes).length * 0.7);
});
