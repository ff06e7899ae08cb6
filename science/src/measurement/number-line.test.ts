import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberLine } from './number-line.ts';
import type { Measurement } from './types.ts';

const purity: Measurement = {
  analyte: 'Purity',
  method: 'RP-HPLC-UV',
  value: '98.20',
  unit: '%',
  limit: '≥ 98.0 %',
  verdict: 'pass',
  rule: { kind: 'at_least', of: 'value', limit: 98 },
  uncertainty: { basis: 'top_down', U: 0.4, k: 2 },
  decision_rule: 'guard_band',
  decision: 'conditional_pass',
};

describe('the number line shows a value beside its limit', () => {
  it('the number line shows limit, guard band and value ± U in their order, and describes them in words', () => {
    const line = numberLine(purity);
    expect(line?.words).toBe('98.20 ± 0.40 % (k = 2); limit ≥ 98.0 %; guard band 0.40 %; conditional pass');
    const [limit = Number.NaN] = line?.limits ?? [];
    expect(line?.bands).toEqual([[limit, line?.accepted?.[0]]]);
    expect(line?.accepted?.[1]).toBe(100);
    expect(line?.interval[0]).toBeLessThan(limit);
    expect(line?.value).toBeGreaterThan(limit);
    expect(line?.standing).toBe('conditional_pass');
  });

  it('with simple acceptance, the number line has no guard band; a share of the claim is shown in the value’s unit', () => {
    const { decision: _, decision_rule: __, ...simple } = purity;
    expect(numberLine(simple)).toMatchObject({ bands: [], standing: 'pass' });
    const assay = {
      ...simple,
      value: '4.50',
      claim: 5,
      rule: { kind: 'between', of: 'claim', min: 90, max: 110 },
    };
    const line = numberLine({ ...assay, rule: { kind: 'between', of: 'claim', min: 90, max: 110 } });
    expect(line?.limits[0]).toBe(line?.value);
  });

  it.each<[string, Partial<Measurement>]>([
    ['without an uncertainty', { uncertainty: undefined }],
    ['for words', { value: 'conforms' }],
    ['below a limit', { value: '< LOQ', qualifier: '<LOQ' }],
    ['without a rule', { rule: undefined }],
    ['for a mass', { rule: { kind: 'within', of: 'mass', target: 0, tolerance: 1 } }],
    ['without the label claim of its limit', { rule: { kind: 'at_least', of: 'claim', limit: 90 } }],
  ])('a value %s has no number line', (_, change) => {
    const { uncertainty, rule, ...rest } = { ...purity, ...change };
    expect(
      numberLine({ ...rest, ...(uncertainty && { uncertainty }), ...(rule && { rule }) }),
    ).toBeUndefined();
  });

  it('the number line stays in its range and in order, whatever the numbers', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (value, limit, U) => {
        const line = numberLine({
          ...purity,
          value,
          rule: { kind: 'at_most', of: 'value', limit },
          uncertainty: { basis: 'budget', U },
        });
        const [from = -1, to = -1] = line?.interval ?? [];
        expect(
          [from, line?.value ?? -1, to, ...(line?.limits ?? [])].every((at) => at >= 0 && at <= 100),
        ).toBe(true);
        expect(from <= (line?.value ?? -1) && (line?.value ?? 101) <= to).toBe(true);
      }),
    );
  });
});
