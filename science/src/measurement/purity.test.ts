import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overallOf, overallWords } from './overall-statement.ts';
import { purityFigure, purityKind, purityLine, purityPercent } from './purity.ts';
import { purityWords } from './purity-words.ts';
import type { Measurement } from './types.ts';

const line = (
  analyte: string,
  unit: string,
  value: string | number = '98.5',
  method = 'RP-HPLC-UV',
): Measurement => ({
  analyte,
  method,
  unit,
  value,
  limit: '',
  verdict: null,
});

const purityOf = (lines: readonly Measurement[]) => purityWords(purityFigure(lines));

describe('the headline names the purity of a result', () => {
  it.each([
    ['Purity', '% area', 'area'],
    ['purity', 'area %', 'area'],
    ['PURITY', 'area-%', 'area'],
    ['Purity (HPLC)', '% area', 'area'],
    ['Purity(RP-HPLC-UV)', '% area', 'area'],
    ['HPLC purity', '%', 'percent'],
    ['RP-HPLC purity', 'a/a', 'area'],
    ['RP\u2011HPLC purity', '% (a/a)', 'area'],
    ['UHPLC Purity', '% area', 'area'],
    ['Chromatographic purity', '% area', 'area'],
    ['Area purity', '%', 'percent'],
    ['Purity by HPLC', '% area', 'area'],
    ['Purity, HPLC', '% area', 'area'],
    ['RP HPLC purity', '% area', 'area'],
    ['HPLC-purity', '% area', 'area'],
    ['Purity – HPLC', '% area', 'area'],
    ['Purity: RP-HPLC', '% area', 'area'],
    ['Purity', '% by area', 'area'],
    ['Purity', '% by weight', 'percent'],
    ['Ｐｕｒｉｔｙ', '％ area', 'area'],
    ['Purity', '% (w/w)', 'percent'],
    ['Purity', '', 'unit_not_stated'],
    ['Purity', 'mg', null],
    ['Purity-corrected amount', '%', null],
    ['Purity corrected amount', 'mg', null],
    ['Purityhplc', '% area', null],
    ['Purity-HPLC-corrected amount', '%', null],
    ['Area of purity', '% area', null],
    ['Impurity', '% area', null],
    ['Impurity A', '%', null],
    ['Optical purity', '%', null],
    ['Purity of the solvent', '%', null],
  ] as const)('the line “%s” with the unit “%s” is a purity of this kind: %s', (analyte, unit, kind) => {
    expect(purityKind({ analyte, unit })).toBe(kind);
  });

  it('the headline prefers a purity in area percent to other purities, and HPLC to other methods', () => {
    const byWeight = line('Purity', '% (w/w)', '91.2');
    const byGc = line('Purity', '% area', '97.0', 'GC-FID');
    const byHplc = line('Purity (HPLC)', '% area', '98.5');
    expect(purityOf([byWeight, byGc, byHplc])).toBe('98.5 % area');
    expect(purityOf([byWeight, byGc])).toBe('97.0 % area');
    expect(purityOf([byWeight])).toBe('91.2 % (w/w)');
    expect(purityOf([line('Purity', '', '99')])).toBe('99 (unit not stated)');
    expect(purityOf([line('Purity', 'mg', '4.7'), line('Assay', '%', '99')])).toBeNull();
    expect(purityOf([])).toBeNull();
  });

  it('the headline states the purity with its uncertainty; a purity in words stays unchanged', () => {
    const certain = {
      ...line('Purity', '% area', '98.20'),
      uncertainty: { basis: 'budget', U: 0.4 } as const,
    };
    expect(purityOf([certain])).toBe('98.20 ± 0.40 % area');
    expect(purityOf([line('Purity', '% area', '< 0.05')])).toBe('< 0.05 % area');
    expect(purityPercent([line('Purity', '% area', '< 0.05')])).toBeNull();
    expect(purityOf([{ ...line('Purity', '% area', 'ND'), qualifier: 'ND' }])).toBe('ND');
    expect(purityPercent([certain])).toBe(98.2);
  });

  it('the purity in the headline and the purity for sorting come from the same line', () => {
    const lines = fc.array(
      fc.record({
        analyte: fc.constantFrom('Purity', 'HPLC purity', 'Impurity', 'Assay', 'Purity-corrected amount'),
        unit: fc.constantFrom('% area', '%', '% (w/w)', '', 'mg'),
        value: fc.integer({ min: 0, max: 10_000 }).map((n) => (n / 100).toFixed(2)),
        method: fc.constantFrom('RP-HPLC-UV', 'GC-FID'),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(lines, (drawn) => {
        const all = drawn.map(({ analyte, unit, value, method }) => line(analyte, unit, value, method));
        const [words, percent] = [purityOf(all), purityPercent(all)];
        expect(percent === null ? null : words?.startsWith(percent.toFixed(2))).toBe(
          words === null ? null : true,
        );
        const found = purityLine(all);
        expect(found === null).toBe(all.every((each) => purityKind(each) === null));
      }),
    );
  });
});

describe('the short statement says "within all limits" only if every line passed', () => {
  const judged = (...verdicts: Measurement['verdict'][]) =>
    overallOf(verdicts.map((verdict) => ({ analyte: 'Assay', verdict })));

  it('the short statement says "within all limits" only if every line was judged', () => {
    expect(overallWords(judged('pass', 'pass'))).toBe('Within all limits');
    expect(overallWords(judged('pass', null))).toBe('Within limits, 1 of 2 not judged');
    expect(overallWords(judged('fail', 'pass', null))).toBe('1 of 2 outside limits');
    expect(overallWords(judged(null))).toBe('');
    expect(judged('pass', null)).toEqual({
      text: 'The judged result is within its limit; 1 is not judged.',
      judged: 1,
      not_judged: 1,
      passed: 1,
    });
  });
});
