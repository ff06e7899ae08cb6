import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Figures,
  figuresOf,
  judge,
  massError,
  percentOfClaim,
  plainNumber,
  readClaim,
  readValue,
  reportedMean,
  ruleWords,
  splitReplicates,
  statisticsOf,
} from './measuring.ts';
import type { MeasurementInput } from './types.ts';

const typed = fc
  .record({ whole: fc.integer({ min: -99_999, max: 99_999 }), decimals: fc.integer({ min: 0, max: 4 }) })
  .map(({ whole, decimals }) => (whole / 10 ** decimals).toFixed(decimals));
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const plain: Figures = {
  qualifier: undefined,
  lod: undefined,
  loq: undefined,
  claim: undefined,
  value: undefined,
  words: '',
  massError: undefined,
};
describe('repeated values give a mean and an RSD', () => {
  it('a person separates repeated values by spaces or semicolons', () => {
    expect(splitReplicates(' 99.1 99.30;99.2 ;; 99.4 ')).toEqual(['99.1', '99.30', '99.2', '99.4']);
    expect(splitReplicates('  ')).toEqual([]);
  });

  it('mean and RSD of repeated values equal the textbook formula with n − 1', () => {
    fc.assert(
      fc.property(fc.array(typed, { minLength: 2, maxLength: 20 }), (texts) => {
        const found = statisticsOf(texts);
        const x = texts.map(Number);
        const sum = x.reduce((a, b) => a + b, 0);
        const mean = sum / x.length;
        // This formula loses digits, but it is a second way to the same number.
        const variance = (x.reduce((a, b) => a + b * b, 0) - (sum * sum) / x.length) / (x.length - 1);
        expect(found?.n).toBe(x.length);
        expect(found?.mean).toBeCloseTo(mean, 8);
        if (mean === 0) expect(found?.rsd_percent).toBeNull();
        else {
          const s = ((found?.rsd_percent ?? Number.NaN) * Math.abs(mean)) / 100;
          expect(Math.abs(s * s - variance)).toBeLessThanOrEqual(1e-6 * Math.max(1, ...x.map((v) => v * v)));
        }
      }),
    );
  });

  it('mean and RSD of repeated values equal those of published worked examples', () => {
    expect(statisticsOf(['10', '12', '14'])).toEqual({
      n: 3,
      mean: 12,
      rsd_percent: expect.closeTo(16.6667, 3),
    });
    expect(statisticsOf(['4.2'])).toEqual({ n: 1, mean: 4.2, rsd_percent: null });
    expect(statisticsOf([])).toBeUndefined();
    expect(statisticsOf(['1', 'x'])).toBeUndefined();
    expect(reportedMean(['99.1', '99.20'])).toBe('99.15');
    expect(reportedMean(['5', '6'])).toBe('6');
  });

  it('the mean of repeated values lies between them, in any order', () => {
    fc.assert(
      fc.property(fc.array(typed, { minLength: 1, maxLength: 20 }), (texts) => {
        const { mean } = statisticsOf(texts) ?? { mean: Number.NaN };
        const x = texts.map(Number);
        expect(mean).toBeGreaterThanOrEqual(Math.min(...x) - 1e-9);
        expect(mean).toBeLessThanOrEqual(Math.max(...x) + 1e-9);
        expect(statisticsOf(texts.toReversed())?.mean).toBeCloseTo(mean, 8);
      }),
    );
  });
});

describe('a rule gives a verdict on a value', () => {
  it('a value equal to the limit passes, whatever its binary rounding error', () => {
    const { mean } = statisticsOf(['0.1', '0.2', '0.3']) ?? { mean: 0 };
    expect(mean).not.toBe(0.2);
    expect(judge({ kind: 'at_most', of: 'value', limit: 0.2 }, { ...plain, value: mean })).toBe('pass');
    expect(judge({ kind: 'at_most', of: 'value', limit: 0.2 }, { ...plain, value: 0.2000001 })).toBe('fail');
    expect(
      judge(
        { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 },
        { ...plain, massError: 1419.54 + 0.5 - 1419.54 },
      ),
    ).toBe('pass');
  });

  it('a rule compares the mean before rounding: 97.996 fails the limit 98, although it is printed as 98.0', () => {
    const { mean } = statisticsOf(['98.0', '97.9', '98.1', '97.9', '98.0']) ?? { mean: 0 };
    expect(reportedMean(['98.0', '97.9', '98.1', '97.9', '98.0'])).toBe('98.0');
    expect(judge({ kind: 'at_least', of: 'value', limit: 98 }, { ...plain, value: mean })).toBe('fail');
  });

  it('a value that passes an upper limit also passes if the value is lower or the limit is higher', () => {
    fc.assert(
      fc.property(
        number,
        number,
        number,
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (value, limit, step, more) => {
          const atMost = (at: number, x: number) =>
            judge({ kind: 'at_most', of: 'value', limit: at }, { ...plain, value: x });
          const atLeast = (at: number, x: number) =>
            judge({ kind: 'at_least', of: 'value', limit: at }, { ...plain, value: x });
          if (atMost(limit, value) === 'pass') {
            expect(atMost(limit + more, value)).toBe('pass');
            expect(atMost(limit, value - Math.abs(step))).toBe('pass');
          }
          if (atLeast(limit, value) === 'pass') expect(atLeast(limit, value + Math.abs(step))).toBe('pass');
        },
      ),
    );
  });

  it('"between" gives the same verdicts as "at least" and "at most" together', () => {
    fc.assert(
      fc.property(number, number, number, (value, one, other) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)];
        const figures = { ...plain, value };
        const both = [
          judge({ kind: 'at_least', of: 'value', limit: min }, figures),
          judge({ kind: 'at_most', of: 'value', limit: max }, figures),
        ].every((verdict) => verdict === 'pass');
        expect(judge({ kind: 'between', of: 'value', min, max }, figures)).toBe(both ? 'pass' : 'fail');
      }),
    );
  });

  it('a rule judges "not detected" as if the value were the limit of detection', () => {
    const upper = { kind: 'at_most', of: 'value', limit: 0.5 } as const;
    expect(judge(upper, { ...plain, qualifier: 'ND', lod: 0.02 })).toBe('pass');
    expect(judge(upper, { ...plain, qualifier: '<LOQ', loq: 0.5 })).toBe('pass');
    expect(judge(upper, { ...plain, qualifier: '<LOQ', loq: 0.6 })).toBeNull();
    expect(judge(upper, { ...plain, qualifier: '<LOD', loq: 0.1 })).toBeNull();
    expect(judge(upper, { ...plain, qualifier: 'out of range', lod: 0.02, loq: 0.05 })).toBeNull();
    expect(judge({ ...upper, of: 'claim' }, { ...plain, qualifier: 'ND', lod: 0.01, claim: 5 })).toBe('pass');
    expect(judge({ kind: 'at_least', of: 'value', limit: 98 }, { ...plain, qualifier: 'ND', lod: 0.1 })).toBe(
      'fail',
    );
    expect(
      judge({ kind: 'between', of: 'value', min: 0.01, max: 1 }, { ...plain, qualifier: '<LOQ', loq: 0.05 }),
    ).toBeNull();
  });

  it('a rule gives no verdict on words, except the rule "nothing may be found"', () => {
    expect(judge({ kind: 'at_most', of: 'value', limit: 1 }, { ...plain, words: 'conforms' })).toBeNull();
    const absent = { kind: 'absent' } as const;
    for (const words of ['no growth', 'No Growth', 'ND', 'not detected'])
      expect(judge(absent, { ...plain, words })).toBe('pass');
    for (const words of ['growth', 'Detected', 'present'])
      expect(judge(absent, { ...plain, words })).toBe('fail');
    expect(judge(absent, { ...plain, words: 'see the report' })).toBeNull();
    expect(judge(absent, { ...plain, value: 0, words: '0' })).toBe('pass');
    expect(judge(absent, { ...plain, value: 2, words: '2' })).toBe('fail');
    expect(judge(absent, { ...plain, qualifier: '<LOQ', loq: 1 })).toBeNull();
  });

  it('every rule can be written in words', () => {
    expect(ruleWords({ kind: 'at_least', of: 'value', limit: 98 })).toBe('≥ 98');
    expect(ruleWords({ kind: 'between', of: 'claim', min: 90, max: 110 })).toBe('90 to 110 % of label claim');
    expect(ruleWords({ kind: 'within', of: 'mass', target: 0, tolerance: 0.5 }, 1419.538)).toBe(
      '1419.54 ± 0.5',
    );
    expect(ruleWords({ kind: 'within', of: 'mass', target: 0, tolerance: 0.5 })).toBe('± 0.5 Da');
    expect(ruleWords({ kind: 'absent' })).toBe('absent');
  });
});

describe('repeated values around zero have no RSD', () => {
  it('repeated values have no RSD if their mean is zero, also if rounding makes it nearly zero', () => {
    expect(statisticsOf(['0.1', '0.2', '-0.3'])).toMatchObject({ n: 3, mean: 0, rsd_percent: null });
    expect(statisticsOf(['1e-9', '3e-9'])?.rsd_percent).toBeCloseTo(70.71, 2);
  });

  it('a mean is never reported as minus zero', () => {
    expect(reportedMean(['-0.1', '0.0', '0.0'])).toBe('0.0');
    expect(reportedMean(['-0.2', '0.0', '0.0'])).toBe('-0.1');
  });
});

describe('a label claim is read as a number', () => {
  it.each([
    ['5 mg per vial', 'mg/vial', 5],
    ['10mg', 'mg', 10],
    ['2,5 mg', 'mg/vial', 2.5],
    ['500 mcg', 'mg/vial', 0.5],
    ['250 µg/tab', 'µg/tab', 250],
    ['36 IU per vial', 'IU/vial', 36],
    ['1 g', 'mg', 1000],
    ['250 mg/mL', 'mg/mL', 250],
    ['250 mg per ml, 10 ml vial', 'mg/mL', 250],
    ['500 mg per vial, 250 mg/mL', 'mg/vial', 500],
    ['500 mg per vial, 250 mg/mL', 'mg/mL', 250],
    ['1,250.5 IU', 'IU/vial', 1250.5],
    ['1,234,567 IU', 'IU/vial', 1_234_567],
    ['0,500 mg', 'mg/vial', 0.5],
    ['BPC-157 10mg', 'mg/vial', 10],
  ])('the label claim “%s” in %s is read as a number', (stated, unit, amount) => {
    expect(readClaim(stated, unit)).toBe(amount);
  });

  it.each([
    ['', 'mg'],
    ['ten milligrams', 'mg'],
    ['36 IU', 'mg/vial'],
    ['5 mg', '% area'],
    ['0 mg', 'mg'],
    // An amount and a concentration cannot be compared.
    ['250 mg/mL', 'mg/vial'],
    ['250 mg/mL', 'mg'],
    ['5 mg per vial', 'mg/mL'],
    ['5 mg', 'mg/mL'],
    ['10 mg/2 mL', 'mg/mL'],
    ['5 mg', 'µg/g'],
    // This number has two meanings: ten thousand, or ten.
    ['10,000 IU', 'IU/vial'],
    ['5-10 mg', 'mg/vial'],
  ])('the text “%s” in %s contains no label claim', (stated, unit) => {
    expect(readClaim(stated, unit)).toBeUndefined();
  });

  it('the share of a value is a percentage of the label claim', () => {
    expect(percentOfClaim({ value: 4.23, claim: 5 })).toBeCloseTo(84.6, 10);
    expect(percentOfClaim({ value: undefined, claim: 5 })).toBeUndefined();
  });
});

describe('a rule judges each line by one number', () => {
  it('the judged number is the mean of the repeated values if there are any, and never the number of a qualifier', () => {
    const line: MeasurementInput = {
      analyte: 'A',
      method: 'M',
      value: '3',
      unit: '',
      limit: '',
      verdict: null,
    };
    expect(figuresOf(line, null).value).toBe(3);
    expect(figuresOf({ ...line, replicates: ['4', '6'] }, null).value).toBe(5);
    expect(figuresOf({ ...line, qualifier: 'ND' }, null).value).toBeUndefined();
  });

  it('the judged number is a plain number or undefined', () => {
    expect([plainNumber('98.50'), plainNumber(3), plainNumber('-0.5')]).toEqual([98.5, 3, -0.5]);
    for (const word of ['', 'ND', '< 3', '1e5', 'Infinity', '0x10', '1.'])
      expect(plainNumber(word)).toBeUndefined();
    expect([readValue('98.50'), readValue('98.5'), readValue('1e5')]).toEqual(['98.50', 98.5, '1e5']);
  });

  it('the judged numbers include the error of a mass in Da and in ppm', () => {
    const { error_da, error_ppm } = massError(1419.5, 1419.538);
    expect(error_da).toBeCloseTo(-0.038, 6);
    expect(error_ppm).toBeCloseTo(-26.77, 1);
  });
});
