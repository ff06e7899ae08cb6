import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byOwnLimit, isMeant } from './own-limit.ts';
import { submittersOf, verdictsOf } from './verdicts.ts';

const values = (...list: [unit: string, value: number | null][]) =>
  list.map(([unit, value], at) => ({ unit, test: `t${at}`, value }));

describe('the limit that a reader enters decides how many tests pass', () => {
  it("the reader's limit is for purity, unless the reader chooses another analyte", () => {
    expect(isMeant({ min: 98, max: undefined, analyte: undefined }, 'purity')).toBe(true);
    expect(isMeant({ min: 98, max: undefined, analyte: ' Endotoxin' }, 'endotoxin')).toBe(true);
    expect(isMeant({ min: 98, max: undefined, analyte: 'Endotoxin' }, 'purity')).toBe(false);
  });

  it('each test or batch is counted once, and text values are ignored', () => {
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

  it('a test or batch fails if one of its values fails', () => {
    const twice = [99, 97].map((value) => ({ unit: 'a', test: 't', value }));
    const found = byOwnLimit(twice, { min: 98, max: undefined, analyte: undefined });
    expect(found).toMatchObject({ pass: 0, fail: 1, undecided: 0 });
  });

  it('comparing gives null if no value is a number', () => {
    expect(byOwnLimit(values(['a', 99]), { min: undefined, max: undefined, analyte: undefined })).toBeNull();
  });

  it('a stricter limit never lets more tests pass', () => {
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

describe('the page has a confidence interval only for five verdicts or more', () => {
  it('the page has no confidence interval for fewer than five verdicts', () => {
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
  ])('%i customers are shown as %s', (customers, words) => {
    expect(submittersOf(customers)).toBe(words);
  });
});
