import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeLine } from './completed-line.ts';
import { valueNotes } from './measurement-words.ts';
import type { MeasurementInput } from './types.ts';

const line: MeasurementInput = {
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  value: 98.2,
  unit: '% area',
  limit: '',
  verdict: null,
};
const AT_LEAST_98 = { kind: 'at_least', of: 'value', limit: 98 } as const;
const complete = (change: Partial<MeasurementInput>) => completeLine({ ...line, ...change }, undefined);

describe('the uncertainty of a line gives a decision and a probability', () => {
  const uncertainty = { basis: 'budget', U: 0.4 } as const;

  it('a line states decision, rule and probability; its verdict depends only on the limit', () => {
    const banded = complete({ rule: AT_LEAST_98, uncertainty, decision_rule: 'guard_band' });
    expect(banded).toMatchObject({
      verdict: 'pass',
      decision: 'conditional_pass',
      p_conform: expect.closeTo(0.8413447, 7),
      uncertainty: { basis: 'budget', U: 0.4, k: 2, level: 95 },
    });
    expect(complete({ rule: AT_LEAST_98, uncertainty }).decision).toBe('pass');
    const failed = complete({ rule: AT_LEAST_98, uncertainty, decision_rule: 'guard_band', value: 97.8 });
    expect([failed.verdict, failed.decision]).toEqual(['fail', 'conditional_fail']);
  });

  it('the server computes U from its components again and ignores the U that was sent', () => {
    const components = [
      { source: 'repeatability', u: 0.3 },
      { source: 'reference standard', u: 0.4 },
    ];
    const relative = complete({
      value: 50,
      uncertainty: { basis: 'top_down', components, relative: true, U: 9 },
    });
    expect(relative.uncertainty?.U).toBeCloseTo(0.5, 12);
    expect(completeLine(relative, undefined)).toEqual(relative);
  });

  it('U is converted to % of the label claim if the rule is in %', () => {
    const rule = { kind: 'between', of: 'claim', min: 90, max: 110 } as const;
    const assay = {
      rule,
      unit: 'mg',
      uncertainty: { basis: 'budget', U: 0.1 },
      decision_rule: 'guard_band',
    } as const;
    expect(complete({ ...assay, value: 4.6, claim: 5 })).toMatchObject({ decision: 'pass', verdict: 'pass' });
    expect(complete({ ...assay, value: 4.59, claim: 5 }).decision).toBe('conditional_pass');
    expect(complete({ ...assay, value: 4.59 })).toMatchObject({ decision: 'not_judged', verdict: null });
  });

  it('a line has no decision if it has no numeric rule, or if a person overrode the verdict', () => {
    expect(complete({ uncertainty })).not.toHaveProperty('decision');
    expect(complete({ uncertainty, rule: { kind: 'absent' } })).not.toHaveProperty('decision');
    const override = { verdict: 'fail', reason: 'A system peak.' } as const;
    const aside = complete({ rule: AT_LEAST_98, uncertainty, override });
    expect(aside.uncertainty?.U).toBe(0.4);
    expect(aside).not.toHaveProperty('decision');
  });

  it('U is removed for words and for values below a limit, and kept while the value is empty', () => {
    expect(complete({ uncertainty, value: 'conforms' })).not.toHaveProperty('uncertainty');
    expect(complete({ uncertainty, qualifier: 'ND', value: '' })).not.toHaveProperty('uncertainty');
    expect(complete({ uncertainty, value: '' }).uncertainty).toEqual(uncertainty);
  });
});

describe('a mass is judged in ppm', () => {
  const masses = { average: 1419.556, monoisotopic: 1418.7233, charge: 0, proton: 1.00727646 };
  const of = (value: number, tolerance: number) =>
    completeLine(
      {
        ...{ analyte: 'Identity', method: 'LC-MS', unit: 'Da', limit: '', verdict: null, value },
        mass: { formula: 'C62H98N16O22', basis: 'monoisotopic', ion: null },
        rule: { kind: 'within', of: 'mass_ppm', target: 0, tolerance },
      },
      masses,
    );

  it.each([
    // Computed without this program: 1418.7233 ± 5 ppm is 1418.71621 to 1418.73039.
    [1418.7163, 5, 'pass', '-4.9 ppm'],
    [1418.7162, 5, 'fail', '-5.004 ppm'],
    [1418.7303, 5, 'pass', '+4.9 ppm'],
    [1418.7304, 5, 'fail', '+5.004 ppm'],
    // A difference of 0.5 Da would pass a rule of ± 0.5 Da, but it is 255 ppm of this mass.
    [1419.0851, 50, 'fail', '+255.0 ppm'],
    [1500, 50, 'fail', '+57288.6 ppm'],
  ])(
    'a mass of %f with a tolerance of ± %f ppm gets the verdict %s and the error %s',
    (value, tolerance, verdict, ppm) => {
      const line = of(value, tolerance);
      expect(line).toMatchObject({ verdict, limit: `1418.7233 ± ${tolerance} ppm` });
      expect(valueNotes(line).join('; ').replaceAll('\u2212', '-')).toContain(ppm);
    },
  );

  it('a mass passes exactly if its error in Da is within the tolerance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.integer({ min: 1, max: 100 }),
        (steps, tolerance) => {
          const value = Number((masses.monoisotopic + steps / 1e6).toFixed(6));
          const allowed = (tolerance * masses.monoisotopic) / 1e6;
          const distance = Math.abs(value - masses.monoisotopic);
          fc.pre(Math.abs(distance - allowed) > 1e-9);
          expect(of(value, tolerance).verdict).toBe(distance < allowed ? 'pass' : 'fail');
        },
      ),
    );
  });

  it('the uncertainty of a mass is also stated in ppm', () => {
    const line = completeLine(
      { ...of(1418.7233, 5), uncertainty: { basis: 'top_down', U: 0.003, k: 2, level: 95 } },
      masses,
    );
    // 0.003 Da are 2.1 ppm, which is clearly within 5 ppm.
    expect(line.p_conform).toBeGreaterThan(0.999);
    const wide = completeLine(
      { ...of(1418.7233, 5), uncertainty: { basis: 'top_down', U: 0.03, k: 2, level: 95 } },
      masses,
    );
    expect(wide.p_conform).toBeLessThan(0.5);
  });
});
