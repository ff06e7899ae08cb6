import type { Measurement } from '@vialproof/contract/results';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDiff, changedWords, diffOf, isSame } from './revision-diff';

const purity: Measurement = {
  analyte: 'Purity',
  method: 'HPLC',
  value: 99.1,
  unit: '%',
  limit: '≥ 98',
  verdict: 'pass',
};
const line = fc.record(
  {
    analyte: fc.constantFrom('Purity', 'Assay', 'Water'),
    method: fc.constantFrom('HPLC', 'KF'),
    value: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('ND', '< LOQ')),
    unit: fc.constantFrom('%', ''),
    limit: fc.constantFrom('', '≥ 98'),
    verdict: fc.constantFrom<Measurement['verdict']>('pass', 'fail', null),
    loq: fc.constantFrom(0.1, 0.2),
    replicates: fc.array(fc.constantFrom('1', '2'), { maxLength: 2 }),
  },
  { requiredKeys: ['analyte', 'method', 'value', 'unit', 'limit', 'verdict'] },
) as fc.Arbitrary<Measurement>;
const revision = fc.record({
  title: fc.constantFrom('A', 'B'),
  summary: fc.constantFrom('', 'Some words.'),
  measurements: fc.array(line, { maxLength: 6 }),
  record: fc.record(
    {
      appearance: fc.constantFrom('white', 'yellow'),
      deviations: fc.constantFrom('none', 'Column replaced.'),
    },
    { requiredKeys: [] },
  ),
});
/** An empty field of a record is treated as a missing field. */
const said = (record: object | undefined) =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([, words]) => words !== ''));

describe('the difference between two revisions of a result lists every change', () => {
  it('applying the difference to the first revision gives the second', () => {
    fc.assert(
      fc.property(revision, revision, (one, other) => {
        const led = applyDiff(diffOf(one, other), one);
        expect({ ...led, record: said(led.record) }).toEqual(other);
      }),
    );
  });

  it('a revision does not differ from itself, in whatever order its fields are stored', () => {
    fc.assert(
      fc.property(revision, (one) => {
        const stored = {
          ...one,
          measurements: one.measurements.map(
            (each) => Object.fromEntries(Object.entries(each).toReversed()) as Measurement,
          ),
        };
        const diff = diffOf(one, stored);
        expect(diff).toMatchObject({
          title: null,
          summary: null,
          removed: [],
          isReordered: false,
          record: [],
        });
        expect(diff.lines.every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  it('the difference lists every line of both revisions', () => {
    fc.assert(
      fc.property(revision, revision, (one, other) => {
        const { lines, removed } = diffOf(one, other);
        const kept = lines.filter(({ kind }) => kind !== 'added').length;
        expect(lines).toHaveLength(other.measurements.length);
        expect(kept + removed.length).toBe(one.measurements.length);
      }),
    );
  });

  it('the difference describes a changed line in words', () => {
    expect(changedWords(purity, { ...purity, value: 97, verdict: 'fail' })).toEqual([
      ['Value', '99.1 %', '97 %'],
      ['Verdict', 'pass', 'fail'],
    ]);
    const override = { verdict: 'fail', reason: 'Wrong column.' } as const;
    expect(changedWords(purity, { ...purity, override })).toEqual([
      ['Override', '', 'The rule says nothing. Set aside: Wrong column.'],
    ]);
    expect(isSame({ a: 1, b: { c: 2, d: undefined } }, { b: { c: 2 }, a: 1 })).toBe(true);
  });

  it('the difference names a changed unit, claim, formula, ion or rule', () => {
    expect(changedWords(purity, { ...purity, unit: '% area' })).toEqual([['Unit', '%', '% area']]);
    expect(
      changedWords({ ...purity, value: 'conforms' }, { ...purity, value: 'conforms', unit: '' }),
    ).toEqual([['Unit', '%', '']]);
    expect(changedWords(purity, { ...purity, value: 97, unit: '% area' })).toEqual([
      ['Value', '99.1 %', '97 % area'],
    ]);
    expect(changedWords({ ...purity, claim: 5 }, { ...purity, claim: 0.0000001 })).toEqual([
      ['Label claim', '5', '0.0000001'],
    ]);
    const mass = { formula: 'C2H6O', basis: 'average', ion: null } as const;
    expect(
      changedWords({ ...purity, mass }, { ...purity, mass: { ...mass, basis: 'monoisotopic' } }),
    ).toEqual([['Compared with', 'average mass', 'monoisotopic mass']]);
    expect(changedWords({ ...purity, mass }, { ...purity, mass: { ...mass, formula: 'C3H8O' } })).toEqual([
      ['Formula', 'C2H6O', 'C3H8O'],
    ]);
    expect(changedWords(purity, { ...purity, trace_override: { reason: 'A shoulder.' } })).toEqual([
      ['Beside the trace', '', 'Differs from the trace: A shoulder.'],
    ]);
    const rule = { kind: 'at_least', of: 'value', limit: 98 } as const;
    expect(changedWords(purity, { ...purity, rule })).toEqual([['Rule', 'none', '≥ 98']]);
  });

  it('the difference names a changed uncertainty, decision, date or provider', () => {
    const sure: Measurement = {
      ...purity,
      uncertainty: { basis: 'budget', U: 0.4, k: 2, level: 95 },
      decision: 'pass',
    };
    const wider: Measurement = {
      ...sure,
      uncertainty: { basis: 'budget', U: 1.2, k: 2, level: 95 },
      decision: 'conditional_pass',
      decision_rule: 'guard_band',
      measured_on: '2026-11-24',
    };
    expect(changedWords(sure, wider)).toEqual([
      ['Value', '99.1 ± 0.4 % (k = 2)', '99.1 ± 1.2 % (k = 2)'],
      ['Decision', 'Pass', 'Conditional pass'],
      ['Decision rule', 'simple acceptance', 'guard band'],
      ['Measured on', '', '2026-11-24'],
    ]);
  });

  it('the difference describes every change of a line in words', () => {
    fc.assert(
      fc.property(line, line, (one, other) => {
        const both = { ...other, analyte: one.analyte, method: one.method };
        const words = changedWords(one, both);
        if (isSame(one, both)) expect(words).toEqual([]);
        else expect(words.every(([, before, after]) => before !== after)).toBe(true);
        expect(words.length > 0).toBe(!isSame(one, both));
      }),
    );
  });

  it('the difference reports that the lines have another order', () => {
    const water = { ...purity, analyte: 'Water' };
    const of = (measurements: Measurement[]) => ({ title: '', summary: '', measurements });
    expect(diffOf(of([purity, water]), of([water, purity])).isReordered).toBe(true);
    expect(diffOf(of([purity, water]), of([purity])).isReordered).toBe(false);
  });
});
