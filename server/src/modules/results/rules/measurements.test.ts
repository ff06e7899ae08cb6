import { type Measurement, MeasurementInput } from '@vialproof/contract/results';
import { completeLine } from '@vialproof/science/measurement/completed-line';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeMeasurements, type Weigh } from './measurements.ts';

/** Only BPC-157 is known in this test. */
const weigh: Weigh = (formula) =>
  formula === 'C62H98N16O22'
    ? { average: 1419.538, monoisotopic: 1418.7042, charge: 0, proton: 1.00727646688 }
    : 'This is no formula.';

const line = (change: Partial<MeasurementInput> = {}): MeasurementInput => ({
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  value: 99.1,
  unit: '% area',
  limit: '',
  verdict: null,
  ...change,
});
const AT_LEAST_98 = { kind: 'at_least', of: 'value', limit: 98 } as const;
const NEAR_MASS = { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 } as const;
const IDENTITY = { formula: 'C62H98N16O22', basis: 'average', ion: null } as const;

function one(change: Partial<MeasurementInput>): Measurement {
  const done = completeMeasurements([line(change)], weigh);
  if ('errors' in done) throw new Error(JSON.stringify(done.errors));
  const [measurement] = done.measurements;
  if (!measurement) throw new Error('the line is gone');
  return measurement;
}
function complaints(change: Partial<MeasurementInput>): [string, string][] {
  const done = completeMeasurements([line(), line(change)], weigh);
  return 'errors' in done ? done.errors.map(({ path, message }) => [path, message]) : [];
}

describe('the server stores a line exactly as it was sent', () => {
  it('an accepted line is stored exactly as the entry screen sends it', () => {
    const figure = fc.constantFrom(0.5, 98, 1419.5);
    const of = fc.constantFrom('value' as const, 'claim' as const, 'mass' as const);
    const change = fc.record(
      {
        value: fc.oneof(fc.constantFrom('', 'conforms', 'no growth', '98.50'), figure),
        replicates: fc.array(fc.constantFrom('1419.50', '1419.60', '99'), { maxLength: 4 }),
        qualifier: fc.constantFrom('ND' as const, '<LOD' as const, '<LOQ' as const, 'out of range' as const),
        lod: fc.constant(0.1),
        loq: fc.constant(0.3),
        claim: figure,
        rule: fc.oneof(
          fc.record({ kind: fc.constantFrom('at_most' as const, 'at_least' as const), of, limit: figure }),
          fc.record({ kind: fc.constant('between' as const), of, min: fc.constant(0), max: figure }),
          fc.constantFrom(NEAR_MASS, { kind: 'absent' } as const),
        ),
        mass: fc.record({
          formula: fc.constantFrom('C62H98N16O22', 'none'),
          basis: fc.constantFrom('average' as const, 'monoisotopic' as const),
          ion: fc.option(fc.record({ mz: fc.constantFrom(710.3594, 474), charge: fc.constantFrom(1, 2, 3) })),
        }),
      },
      { requiredKeys: ['value'] },
    );
    fc.assert(
      fc.property(change, (parts) => {
        const sent = line({ unit: 'Da', ...(parts as Partial<MeasurementInput>) });
        const done = completeMeasurements([sent], weigh);
        fc.pre('measurements' in done);
        const masses = sent.mass && weigh(sent.mass.formula);
        const shown = completeLine(sent, typeof masses === 'object' ? masses : undefined);
        expect(done.measurements).toEqual([shown]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the server computes mean, RSD and verdict of a line', () => {
  it('a line stays as typed if there is nothing to compute', () => {
    const plain = line({ verdict: 'fail', limit: '≥ 98.0' });
    expect(completeMeasurements([plain], weigh)).toEqual({ measurements: [plain] });
    expect(JSON.stringify(one({ verdict: 'fail' }))).toBe(JSON.stringify(line({ verdict: 'fail' })));
    expect(one({ replicates: [] })).toEqual(line());
  });

  it('mean, RSD, share of the claim and verdict are added to a line', () => {
    const rule = { kind: 'between', of: 'claim', min: 90, max: 110 } as const;
    expect(one({ value: '', unit: 'mg/vial', replicates: ['4.20', '4.26'], claim: 5, rule })).toMatchObject({
      value: 4.23,
      limit: '90 to 110 % of label claim',
      verdict: 'fail',
      computed: {
        n: 2,
        mean: expect.closeTo(4.23, 9),
        rsd_percent: expect.closeTo(1.003, 3),
        percent_of_claim: expect.closeTo(84.6, 9),
        mass: null,
        verdict: 'fail',
      },
    });
  });

  it('the error of a mass is its difference from the mass of the formula, for a measured mass or ion', () => {
    const typed = one({ value: 1419.5, unit: 'Da', mass: IDENTITY, rule: NEAR_MASS });
    expect(typed).toMatchObject({ limit: '1419.54 ± 0.5', verdict: 'pass' });
    expect(typed.computed?.mass).toMatchObject({
      theoretical: 1419.538,
      error_da: expect.closeTo(-0.038, 6),
    });
    const ion = { mz: 710.3594, charge: 2 };
    const seen = one({
      value: '',
      unit: 'Da',
      mass: { ...IDENTITY, basis: 'monoisotopic', ion },
      rule: NEAR_MASS,
    });
    expect(seen.value).toBeCloseTo(1418.7042, 3);
    expect(seen).toMatchObject({ limit: '1418.70 ± 0.5', verdict: 'pass' });
    expect(Math.abs(seen.computed?.mass?.error_ppm ?? 99)).toBeLessThan(1);
    expect(one({ value: 873.02, unit: 'Da', mass: IDENTITY, rule: NEAR_MASS }).verdict).toBe('fail');
  });

  it('a value with a qualifier is judged by its limit', () => {
    const rule = { kind: 'at_most', of: 'value', limit: 0.5 } as const;
    expect(one({ value: '', qualifier: '<LOQ', loq: 0.05, rule })).toMatchObject({
      value: '< LOQ',
      verdict: 'pass',
      limit: '≤ 0.5',
    });
    expect(one({ value: 'ND', qualifier: 'ND', rule: { kind: 'absent' }, limit: 'no growth' })).toMatchObject(
      {
        verdict: 'pass',
        limit: 'no growth',
      },
    );
    expect(one({ value: '> 5', qualifier: 'out of range', rule }).verdict).toBeNull();
  });

  it('the printed limit comes from the rule, whatever limit was typed', () => {
    expect(one({ rule: AT_LEAST_98, limit: '≥ 95' }).limit).toBe('≥ 98');
  });

  it("a verdict that contradicts the rule needs an override, and the rule's verdict is kept", () => {
    expect(complaints({ rule: AT_LEAST_98, verdict: 'fail' })).toEqual([
      ['measurements.1.verdict', expect.stringMatching(/rule says pass.*override/)],
    ]);
    const override = { verdict: 'fail', reason: 'A system peak was taken for the main one.' } as const;
    expect(one({ rule: AT_LEAST_98, override })).toMatchObject({
      verdict: 'fail',
      override,
      computed: { verdict: 'pass' },
    });
    expect(complaints({ rule: AT_LEAST_98, override: { ...override, verdict: 'pass' } })).toEqual([
      ['measurements.1.override.verdict', expect.stringMatching(/take the override back/)],
    ]);
    expect(complaints({ override })).toEqual([['measurements.1.override', expect.stringMatching(/no rule/)]]);
  });

  it('a number in another notation is refused, because it would be a text without a verdict', () => {
    expect(complaints({ value: '98,5', rule: AT_LEAST_98 })).toEqual([
      ['measurements.1.value', 'Write it with a decimal point: 98.5.'],
    ]);
    expect(complaints({ value: '98.5 %' })).toEqual([
      ['measurements.1.value', 'The unit stands in its own field: write 98.5 alone.'],
    ]);
    expect(one({ value: 'conforms', rule: AT_LEAST_98 }).verdict).toBeNull();
    expect(one({ value: '', rule: AT_LEAST_98 }).verdict).toBeNull();
  });

  it.each<[Partial<MeasurementInput>, string]>([
    [{ qualifier: 'ND', replicates: ['1'] }, 'replicates'],
    [{ qualifier: '<LOD' }, 'lod'],
    [{ qualifier: '<LOQ' }, 'loq'],
    [{ rule: AT_LEAST_98, lod: 2, loq: 1 }, 'lod'],
    [{ unit: 'Da', mass: { ...IDENTITY, formula: 'C999999H' } }, 'mass.formula'],
    [{ unit: 'mg', mass: IDENTITY }, 'unit'],
    [{ unit: 'Da', replicates: ['1'], mass: { ...IDENTITY, ion: { mz: 710.4, charge: 2 } } }, 'replicates'],
  ])('the line %j is refused, and the error names the wrong field', (change, path) => {
    expect(complaints(change).map(([at]) => at)).toEqual([`measurements.1.${path}`]);
  });

  it.each<[string, number | string, string]>([
    ['% area', 150, 'lies between 0 and 100'],
    ['area %', -0.1, 'lies between 0 and 100'],
    ['% w/w', 100.1, 'lies between 0 and 100'],
    ['%', 1000.1, 'lies between 0 and 1000'],
    ['mg/vial', -0.01, 'is not negative'],
    ['μg', '-3', 'is not negative'],
    ['EU/mg', -1, 'is not negative'],
    ['CFU/vial', -1, 'is not negative'],
    ['Da', 0, 'is above zero'],
    ['pH', 14.1, 'lies between 0 and 14'],
    ['°C', -300, 'is not below −273.15'],
  ])('an impossible value in %s is refused: not %s', (unit, value, words) => {
    expect(complaints({ analyte: 'Something', unit, value })).toEqual([
      ['measurements.1.value', expect.stringContaining(words)],
    ]);
  });

  it('the largest and smallest possible values are accepted, and any value in an unknown unit', () => {
    const kept: [string, number][] = [
      ['% area', 0],
      ['% area', 100],
      ['%', 1000],
      ['mg', 0],
      ['pH', 14],
      ['Da', 0.1],
      ['°', -75],
      ['mV', -3],
    ];
    for (const [unit, value] of kept)
      expect([unit, complaints({ analyte: 'Something', unit, value })]).toEqual([unit, []]);
    expect(complaints({ unit: '%', value: 100.1 })[0]?.[1]).toContain('lies between 0 and 100');
    expect(complaints({ value: '', replicates: ['99', '101'] })[0]).toEqual([
      'measurements.1.replicates',
      'A figure in % area lies between 0 and 100: 101 cannot be.',
    ]);
  });

  it('a number below the LOD or LOQ of its method is refused without a qualifier', () => {
    const lead = { analyte: 'Lead', unit: 'µg/g', loq: 0.05 };
    expect(complaints({ ...lead, value: 0.03 })).toEqual([
      ['measurements.1.value', 'Say < LOQ or ND: 0.03 is below the limit of quantification, 0.05.'],
    ]);
    expect(complaints({ ...lead, lod: 0.02, value: 0.03 })[0]?.[1]).toMatch(/^Say < LOQ: 0.03/);
    expect(complaints({ ...lead, lod: 0.02, value: 0.01 })[0]?.[1]).toMatch(/^Say ND or < LOD: 0.01/);
    expect(complaints({ ...lead, value: '', replicates: ['0.04', '0.05'] })[0]?.[0]).toBe(
      'measurements.1.replicates',
    );
    expect(complaints({ ...lead, value: 0.05 })).toEqual([]);
    expect(complaints({ ...lead, value: '', replicates: ['0.04', '0.06'] })).toEqual([]);
  });

  it('“< 0.05” means "below LOQ" or "below LOD" if 0.05 is this limit; otherwise it is an upper bound', () => {
    const lead = {
      analyte: 'Lead',
      unit: 'µg/g',
      rule: { kind: 'at_most', of: 'value', limit: 0.5 },
    } as const;
    const limited = { ...lead, lod: 0.02, loq: 0.05 };
    expect(one({ ...limited, value: '< 0.05' })).toMatchObject({
      qualifier: '<LOQ',
      value: '< LOQ',
      verdict: 'pass',
    });
    expect(one({ ...limited, value: '<0.02' })).toMatchObject({ qualifier: '<LOD', verdict: 'pass' });
    expect(one({ ...lead, value: '< 0.05' })).toMatchObject({ value: '< 0.05', verdict: 'pass' });
    expect(one({ ...lead, value: '< 1' }).verdict).toBeNull();
    expect(one({ value: '< 1', rule: AT_LEAST_98 }).verdict).toBe('fail');
    expect(complaints({ ...lead, value: '< 0,05' })).toEqual([
      ['measurements.1.value', 'Write it with a decimal point: < 0.05.'],
    ]);
    const stated = one({ value: '< 1', uncertainty: { basis: 'budget', U: 0.1 } });
    expect(stated).not.toHaveProperty('uncertainty');
  });

  it('computing a stored line again gives the same line', () => {
    const rule = fc.option(
      fc.oneof(
        fc.constantFrom<NonNullable<MeasurementInput['rule']>>(AT_LEAST_98, { kind: 'absent' }),
        fc.constant({ kind: 'between' as const, of: 'claim' as const, min: 90, max: 110 }),
      ),
      { nil: undefined },
    );
    const input = fc.record(
      {
        value: fc.oneof(fc.constantFrom('conforms', '98.50', 'ND'), fc.integer({ min: 0, max: 100 })),
        uncertainty: fc.constantFrom(
          { basis: 'budget', U: 0.4 } as const,
          { basis: 'top_down', components: [{ source: 'repeatability', u: 0.7 }], relative: true } as const,
        ),
        decision_rule: fc.constant('guard_band' as const),
        replicates: fc.array(fc.constantFrom('4.2', '4.31', '99', '98.00'), { maxLength: 5 }),
        rule,
        claim: fc.constantFrom(5, 10),
      },
      { requiredKeys: ['value'] },
    );
    fc.assert(
      fc.property(input, (change) => {
        const sent = MeasurementInput.parse(
          JSON.parse(JSON.stringify(line(change as Partial<MeasurementInput>))),
        );
        const done = completeMeasurements([sent], weigh);
        if ('errors' in done) throw new Error(JSON.stringify(done.errors));
        const stored: unknown[] = JSON.parse(JSON.stringify(done.measurements));
        const again = completeMeasurements(
          stored.map((each) => MeasurementInput.parse(each)),
          weigh,
        );
        expect(again).toEqual({ measurements: stored });
      }),
    );
  });
});
