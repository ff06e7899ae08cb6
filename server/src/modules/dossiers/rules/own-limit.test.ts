import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byOwnLimit, isMeant } from './own-limit.ts';
import { submittersOf, verdictsOf } from './verdicts.ts';

const values = (...list: [unit: string, value: number | null][]) =>
  list.map(([unit, value], at) => ({ unit, test: `t${at}`, value }));

describe("a reader's own limit", () => {
  it("a reader's own limit applies to purity unless the reader names another analyte", () => {
    expect(isMeant({ min: 98, max: undefined, analyte: undefined }, 'purity')).toBe(true);
    expect(isMeant({ min: 98, max: undefined, analyte: ' Endotoxin' }, 'endotoxin')).toBe(true);
    expect(isMeant({ min: 98, max: undefined, analyte: 'Endotoxin' }, 'purity')).toBe(false);
  });

  it("a reader's own limit judges each unit once, and ignores values that are texts", () => {
    const found = byOwnLimit(values(['a', 99], ['a', 97], ['b', 98], ['c', 97.9], ['d', null]), {
      min: 98,
      max: undefined,
      analyte: undefined,
    });
    expect(found).toEqual({
      min: 98,
      max: null,
      n_values: 5,
      pass: 1,
      fail: 1,
      undecided: 2,
      not_judged: 1,
      interval: null,
    });
  });

  it("a unit fails a reader's own limit if one of its values fails", () => {
    const twice = [99, 97].map((value) => ({ unit: 'a', test: 't', value }));
    const found = byOwnLimit(twice, { min: 98, max: undefined, analyte: undefined });
    expect(found).toMatchObject({ pass: 0, fail: 1, undecided: 0 });
  });

  it("judging a reader's own limit gives null if no value is a number", () => {
    expect(byOwnLimit(values(['a', 99]), { min: undefined, max: undefined, analyte: undefined })).toBeNull();
  });

  it("the stricter a reader's own limit is, the fewer units pass", () => {
    const list = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 90, max: 100 })));
    fc.assert(
      fc.property(list, fc.integer({ min: 90, max: 99 }), (given, min) => {
        const passed = (limit: number) =>
          byOwnLimit(values(...given), { min: limit, max: undefined, analyte: undefined })?.pass ?? 0;
        expect(passed(min + 1)).toBeLessThanOrEqual(passed(min));
      }),
    );
  });
});

describe('verdict counts in the answer', () => {
  it('the answer has no interval while fewer than five verdicts exist, however many units are undecided', () => {
    expect(verdictsOf({ pass: 4, fail: 0, disagree: 3, not_judged: 9 })).toMatchObject({
      undecided: 12,
      interval: null,
    });
    const { interval } = verdictsOf({ pass: 9, fail: 1, disagree: 0, not_judged: 0 });
    expect(interval).toMatchObject({ method: 'wilson', level: 0.95 });
    expect(interval?.low).toBeCloseTo(0.5958, 4);
  });

  it.each([
    [0, null],
    [1, '1'],
    [2, '2-4'],
    [4, '2-4'],
    [5, '5+'],
  ])('the answer shows the customer count %i as %s', (customers, words) => {
    expect(submittersOf(customers)).toBe(words);
  });
});
