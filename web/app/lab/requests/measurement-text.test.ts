import type { TemplateLine } from '@vialproof/contract/methods';
import type { MeasurementInput } from '@vialproof/contract/results';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noUncertainty, type UncertaintyText, uncertaintyProblem } from '../uncertainty-text';
import {
  emptyRow,
  inputOf,
  readTyped,
  rowOf,
  rowOfTemplate,
  suggestedIon,
  valueProblem,
} from './measurement-text';
import { liveOf } from './use-live';

const row = { ...emptyRow, analyte: 'Lead', method: 'ICP-MS', unit: 'µg/g' };
const typed = (value: string, change = {}) => readTyped({ ...row, value, ...change });

describe('the text in the value field is read as numbers, a qualifier or an ion', () => {
  it('several plain numbers are read as repeated values', () => {
    expect(typed('99.10 99.30')).toEqual({ value: '99.20', replicates: ['99.10', '99.30'] });
    expect(typed('4.2;4.3; 4.4')).toEqual({ value: 4.3, replicates: ['4.2', '4.3', '4.4'] });
    expect(typed('99.1')).toEqual({ value: 99.1 });
    expect(typed('see report 4')).toEqual({ value: 'see report 4' });
  });

  it('a qualifier is accepted only if the line has the limit that it needs', () => {
    expect(typed('nd')).toEqual({ value: 'ND', qualifier: 'ND' });
    expect(typed('<loq', { loq: '0.05' })).toEqual({ value: '< LOQ', qualifier: '<LOQ' });
    expect(typed('< LOQ')).toEqual({ value: '< LOQ' });
    expect(typed('< LOD', { loq: '0.05' })).toEqual({ value: '< LOD' });
  });

  it('a mass with a charge is read as an ion if the line has a formula', () => {
    expect(typed('710.36 2+', { formula: 'C62H98N16O22' })).toEqual({
      value: '',
      ion: { mz: 710.36, charge: 2 },
    });
    expect(typed('710.36 2+')).toEqual({ value: '710.36 2+' });
  });
});

describe('a number below a millionth is shown and sent without loss', () => {
  it('a tiny number is shown as a plain decimal, and sent without loss', () => {
    const line = inputOf({
      ...row,
      value: '0.0000004',
      lod: '0.0000001',
      loq: '0.00000025',
      claim: '0.0000005',
    });
    expect(line).toMatchObject({ value: '0.0000004', lod: 1e-7, loq: 2.5e-7, claim: 5e-7 });
    const stored = { ...line, value: 4e-7, rule: { kind: 'at_most', of: 'value', limit: 1e-7 } as const };
    expect(rowOf(stored)).toMatchObject({
      value: '0.0000004',
      lod: '0.0000001',
      loq: '0.00000025',
      claim: '0.0000005',
      rule: { first: '0.0000001' },
    });
    expect(inputOf(rowOf(stored))).toMatchObject({ lod: 1e-7, rule: { limit: 1e-7 } });
  });
});

describe('a value looks like a number, but is invalid', () => {
  it('the form reports an invalid value during typing, and shows the right form', () => {
    const rule = { kind: 'at_least' as const, of: 'value' as const, first: '98', second: '' };
    expect(valueProblem({ ...row, value: '1,234', rule })).toMatch(/may be read in two ways/);
    expect(valueProblem({ ...row, value: '99,1 1,234', rule })).toMatch(/replicates apart by spaces/);
    expect(valueProblem({ ...row, value: '710.36 2+', unit: 'Da', rule })).toMatch(/needs the formula/);
    expect(valueProblem({ ...row, value: '710.36 2+', formula: 'C62H98N16O22', rule })).toBeUndefined();
    for (const value of ['99.1 99.3', '98.5', '', 'ND', 'conforms'])
      expect(valueProblem({ ...row, value, rule })).toBeUndefined();
  });
});

describe('a typed decimal comma is read as a point', () => {
  it('every field of a line reads an unambiguous decimal comma as a point', () => {
    const rule = { kind: 'between' as const, of: 'claim' as const, first: '90,5', second: '110' };
    const uncertainty = { basis: 'budget' as const, as: 'U' as const, U: '0,4', components: [] };
    const typed = { ...row, value: '98,5', rule, lod: '0,02', loq: '0,05', claim: '4,8', uncertainty };
    expect(inputOf(typed)).toMatchObject({
      value: 98.5,
      lod: 0.02,
      loq: 0.05,
      claim: 4.8,
      rule: { min: 90.5, max: 110 },
      uncertainty: { U: 0.4 },
    });
    expect(inputOf({ ...row, value: '99,1; 99,30' }).replicates).toEqual(['99.1', '99.30']);
    expect(inputOf({ ...row, claim: '1,234' }).claim).toBeNaN();
  });
});

describe('the form keeps the uncertainty of a line and reports missing parts', () => {
  it('the form keeps the uncertainty and the method’s fields of a line unchanged', () => {
    const stored: MeasurementInput = {
      ...inputOf({ ...row, value: '50', unit: 'mg' }),
      uncertainty: { basis: 'top_down', components: [{ source: 'repeatability', u: 0.8 }], relative: true },
      decision_rule: 'guard_band',
      max_rsd_percent: 2,
      content_basis: 'net_peptide',
      method_details: { document: 'SOP-7', version: '3' },
    };
    expect(inputOf(rowOf(stored))).toEqual(stored);
    const alone = { ...stored, uncertainty: { basis: 'budget', U: 0.4 } } as const;
    expect(inputOf(rowOf(alone))).toEqual(alone);
  });

  it('the form reports which parts of an uncertainty are missing', () => {
    const problem = (change: Partial<UncertaintyText>) =>
      uncertaintyProblem({ ...noUncertainty, basis: 'budget', ...change });
    expect(uncertaintyProblem(noUncertainty)).toBeUndefined();
    expect([problem({ U: '0,4' }), problem({ U: '0' })]).toEqual([
      undefined,
      expect.stringMatching(/above zero/),
    ]);
    expect(problem({ as: 'absolute' })).toMatch(/at least one/);
    expect(problem({ as: 'absolute', components: [{ source: ' ', u: '1' }] })).toMatch(/comes from/);
    expect(problem({ as: 'relative', components: [{ source: 'a', u: 'x' }] })).toMatch(/above zero/);
    expect(problem({ as: 'relative', components: [{ source: 'a', u: '1' }] })).toBeUndefined();
  });
});

describe('a user types the mass of an ion', () => {
  const masses = {
    formula: 'C187H291N45O59',
    charge: 0,
    average: 4113.58,
    monoisotopic: 4111.1154,
    proton: 1.007276,
    ions: [],
    best: null,
  };
  const seen = (value: string) =>
    suggestedIon(liveOf({ ...row, unit: 'Da', formula: 'C187H291N45O59', value }, masses), masses);

  it('the form recognises an ion typed as a mass, and finds its charge', () => {
    expect(seen('1028.786')).toMatchObject({ charge: 4 });
    expect(seen('1372.2')).toMatchObject({ charge: 3, mass: expect.closeTo(4113.58, 0) });
  });

  it('the form suggests no ion for a matching or unrelated mass', () => {
    expect(seen('4113.6')).toBeUndefined();
    expect(seen('873.02')).toBeUndefined();
    expect(seen('1028.786 4+')).toBeUndefined();
    expect(seen('conforms')).toBeUndefined();
    expect(seen('1028.786 1028.790')).toBeUndefined();
  });
});

/** Amounts can be as small as those of trace analysis: 1e-9 and less. */
const amount = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => Number(`${digits}e-${places}`));
const rule: fc.Arbitrary<NonNullable<MeasurementInput['rule']>> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('at_most' as const, 'at_least' as const),
    of: fc.constantFrom('value' as const, 'claim' as const),
    limit: amount,
  }),
  fc.record({
    kind: fc.constant('between' as const),
    of: fc.constant('claim' as const),
    min: amount,
    max: amount.map((n) => n + 1000),
  }),
  fc.record({
    kind: fc.constant('within' as const),
    of: fc.constant('mass' as const),
    target: fc.constant(0),
    tolerance: amount,
  }),
  fc.constant({ kind: 'absent' as const }),
);
const line = fc
  .record(
    {
      value: fc.oneof(fc.constantFrom<string | number>('conforms', '98.50'), amount),
      replicates: fc.array(fc.constantFrom('4.2', '4.31', '99.00'), { minLength: 2, maxLength: 4 }),
      rule,
      lod: amount,
      loq: amount,
      claim: amount,
      override: fc.record({
        verdict: fc.constantFrom('pass' as const, 'fail' as const, null),
        reason: fc.constant('As told.'),
      }),
      trace_override: fc.constant({ reason: 'Of the second injection.' }),
      mass: fc.record({
        formula: fc.constant('C62H98N16O22'),
        basis: fc.constantFrom('average' as const, 'monoisotopic' as const),
        ion: fc.option(fc.record({ mz: amount, charge: fc.integer({ min: 1, max: 20 }) })),
      }),
    },
    { requiredKeys: ['value'] },
  )
  .map((parts): MeasurementInput => {
    const { replicates, override, mass, ...rest } = parts;
    const ion = mass?.ion ?? null;
    return {
      analyte: 'Assay',
      method: 'HPLC',
      unit: 'mg',
      limit: '',
      verdict: null,
      ...rest,
      ...(replicates && !ion && { replicates }),
      ...(mass && { mass }),
      ...(rest.rule && override && { override }),
    };
  });

describe('a line loses no field when it is sent and read again', () => {
  it('the form sends and reads a line without losing any field', () => {
    fc.assert(
      fc.property(line, (stored) => {
        const { value: _value, ...sent } = inputOf(rowOf(stored));
        const { value: _stored, ...kept } = stored;
        expect(sent).toEqual(kept);
        // The line is unchanged after it was sent to the server and read back, although some fields are computed.
        expect(rowOf(inputOf(rowOf(stored)))).toEqual(rowOf(stored));
      }),
    );
  });

  it('an invalid number is sent as null, so that the server refuses it at its field', () => {
    expect(JSON.parse(JSON.stringify(inputOf({ ...row, lod: 'abc' }))).lod).toBeNull();
  });
});

describe('a line from a template has every field except its value', () => {
  const assay: TemplateLine = {
    id: 'a',
    analyte: 'Assay',
    method: 'HPLC',
    unit: 'mg/vial',
    limit: '',
    rule: { kind: 'between', of: 'claim', min: 90, max: 110 },
    lod: null,
    loq: 0.1,
    replicates: 2,
    kind: 'assay',
    opens: 'always',
    retired: false,
  };
  const compound = { name: 'BPC-157', formula: 'C62H98N16O22' };

  it('the added line has every field except its value', () => {
    expect(rowOfTemplate(assay, { compound, stated: '5 mg per vial' })).toMatchObject({
      value: '',
      claim: '5',
      loq: '0.1',
      formula: '',
      rule: { kind: 'between', of: 'claim', first: '90', second: '110' },
    });
    const identity = rowOfTemplate({ ...assay, kind: 'identity', unit: 'Da' }, { compound, stated: '5 mg' });
    expect(identity).toMatchObject({ claim: '', formula: 'C62H98N16O22' });
    expect(rowOfTemplate(assay, { compound: null, stated: null }).claim).toBe('');
  });
});
