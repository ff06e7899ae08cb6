import type { Measurement } from '@vialproof/contract/results';
import { describe, expect, test } from 'vitest';
import { massComparison } from './mass';

const identity: Measurement = {
  analyte: 'Identity as tirzepatide',
  method: 'LC-MS, average mass',
  value: 4813.5,
  unit: 'Da',
  limit: '4813.46 ± 0.5',
  verdict: 'pass',
};

describe('a mass beside its theoretical one', () => {
  test('is read from value and limit', () => {
    expect(massComparison(identity)).toEqual({
      analyte: 'Identity as tirzepatide',
      observed: 4813.5,
      theoretical: 4813.46,
      tolerance: 0.5,
      verdict: 'pass',
      ppm: null,
    });
    expect(massComparison({ ...identity, value: '4813.5' })?.observed).toBe(4813.5);
  });

  test('is taken as it was worked out, with its error in ppm', () => {
    const mass = {
      average: 4813.46,
      monoisotopic: 4810.52,
      theoretical: 4813.457,
      observed: 4813.5,
      error_da: 0.043,
      error_ppm: 8.9,
    };
    const computed = { n: null, mean: null, rsd_percent: null, percent_of_claim: null, mass, verdict: null };
    const rule = { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 } as const;
    expect(massComparison({ ...identity, rule, computed })).toEqual({
      analyte: 'Identity as tirzepatide',
      observed: 4813.5,
      theoretical: 4813.457,
      tolerance: 0.5,
      verdict: 'pass',
      ppm: 8.9,
    });
  });

  test('is not made up where one of the three is missing', () => {
    expect(massComparison({ ...identity, value: 'conforms' })).toBeUndefined();
    expect(massComparison({ ...identity, unit: 'mg' })).toBeUndefined();
    expect(massComparison({ ...identity, limit: '9.0 to 11.0' })).toBeUndefined();
    expect(massComparison({ ...identity, limit: '' })).toBeUndefined();
  });
});
