import { MeasurementInput } from '@vialproof/contract/results';
import type { Spectrum } from '@vialproof/contract/spectra';
import { completeLine } from '@vialproof/science/measurement/completed-line';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyRow, inputOf, type Row } from './measurement-text';
import { liveOf } from './use-live';

const masses = {
  formula: 'C62H98N16O22',
  charge: 0,
  average: 1419.538,
  monoisotopic: 1418.7042,
  proton: 1.00727646688,
  ions: [],
  best: null,
};
const identity: Row = {
  ...emptyRow,
  analyte: 'Identity',
  method: 'ESI-MS',
  unit: 'Da',
  formula: masses.formula,
  rule: { kind: 'within', of: 'mass', first: '', second: '0.5' },
};

describe('the screen computes an entered line like the server', () => {
  it('the screen computes the error of a mass from the mean of repeated masses, like the server', () => {
    const line = liveOf({ ...identity, value: '1419.50 1419.60' }, masses);
    expect(line).toMatchObject({ value: 1419.55, limit: '1419.54 ± 0.5', verdict: 'pass' });
    expect(line.computed?.mass).toMatchObject({
      observed: expect.closeTo(1419.55, 9),
      error_da: expect.closeTo(0.012, 9),
    });
    expect(liveOf({ ...identity, value: '1422.50 1422.60' }, masses).verdict).toBe('fail');
  });

  it('the screen shows no verdict while the decision rule lacks a number', () => {
    const rule = { kind: 'at_least', of: 'value', first: '', second: '' } as const;
    expect(liveOf({ ...identity, value: '99.1', rule }, masses)).toMatchObject({ verdict: null, limit: '' });
  });
});

const figure = fc.constantFrom('', '0', '0.05', '98.50', '1419.54', '-3.2', '98,5', 'abc');
const SPECTRUM: Spectrum = {
  id: '3f1d5c0e-8f0b-4a39-9a52-0c7f0a1f2b3c',
  sha256: 'a'.repeat(64),
  format: 'csv',
  from_mz: 100,
  to_mz: 2000,
  sticks: [[710.777, 100]],
};
const anyRow: fc.Arbitrary<Row> = fc.record({
  analyte: fc.constant('Identity'),
  method: fc.constant('ESI-MS'),
  value: fc.constantFrom(
    '',
    '1419.5',
    '1419.50 1419.60',
    '1500.1; 1400.2; 1300',
    '710.3594 2+',
    '99.1 99.30',
    'ND',
    '< LOD',
    '<loq',
    'out of range',
    'no growth',
    'conforms',
    '98,5',
  ),
  unit: fc.constantFrom('Da', '% area', 'mg/vial', ' '),
  limit: fc.constantFrom('', ' conforms ', '≥ 95'),
  verdict: fc.constantFrom('' as const, 'pass' as const, 'fail' as const),
  rule: fc.record({
    kind: fc.constantFrom('', 'at_most', 'at_least', 'between', 'within', 'absent'),
    of: fc.constantFrom('value' as const, 'claim' as const, 'mass' as const),
    first: figure,
    second: figure,
  }),
  lod: figure,
  loq: figure,
  claim: figure,
  formula: fc.constantFrom('', masses.formula),
  basis: fc.constantFrom('average' as const, 'monoisotopic' as const),
  isOverridden: fc.boolean(),
  override: fc.constantFrom('' as const, 'pass' as const, 'fail' as const),
  reason: fc.constantFrom('A system peak.', ''),
  bench: fc.record({
    measuredOn: fc.constantFrom('', '2026-11-20'),
    provider: fc.constantFrom('', ' Another laboratory '),
    contentBasis: fc.constantFrom('' as const, 'net_peptide' as const, 'as_is' as const),
    document: fc.constantFrom('', 'SOP-12'),
    version: fc.constantFrom('', '3'),
    column: fc.constantFrom('', ' C18 '),
    gradient: fc.constant(''),
    injection: fc.constantFrom('', '10 µL'),
  }),
  traceReason: fc.constantFrom('', 'Of the second injection.'),
  uncertainty: fc.record({
    basis: fc.constantFrom('' as const, 'top_down' as const, 'budget' as const),
    as: fc.constantFrom('U' as const, 'absolute' as const, 'relative' as const),
    U: figure,
    components: fc.array(fc.record({ source: fc.constantFrom('standard', ''), u: figure }), { maxLength: 2 }),
  }),
  spectrum: fc.constantFrom(null, SPECTRUM),
  method_says: fc.constantFrom({}, { decision_rule: 'guard_band' as const, max_rsd_percent: 2 }),
});

describe('the page shows the same result as the server', () => {
  it('screen and server compute the same result for every line that the server accepts', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const sent = MeasurementInput.safeParse(JSON.parse(JSON.stringify(inputOf(row))));
        fc.pre(sent.success);
        const known = row.formula === '' ? undefined : masses;
        const stored = completeLine(sent.data, known, sent.data.spectrum_id ? SPECTRUM : undefined);
        expect(JSON.parse(JSON.stringify(liveOf(row, known)))).toEqual(JSON.parse(JSON.stringify(stored)));
      }),
      { numRuns: 200 },
    );
  });
});
