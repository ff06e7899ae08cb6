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

describe('a measured mass is compared with its computed mass', () => {
  test('the theoretical mass is read from the value and the limit', () => {
    expect(massComparison(identity)).toEqual({
      analyte: 'Identity as tirzepatide',
      observed: 4813.5,
      observedWords: '4813.5',
      theoretical: 4813.46,
      tolerance: 0.5,
      toleranceWords: '± 0.5 Da',
      verdict: 'pass',
      ppm: null,
    });
    expect(massComparison({ ...identity, value: '4813.5' })?.observed).toBe(4813.5);
  });

  test('a comparison uses the computed masses, with the error in ppm', () => {
    const mass = {
      average: 4813.46,
      monoisotopic: 4810.52,
      theoretical: 4813.457,
      observed: 4813.5,
      observedWords: '4813.5',
      error_da: 0.043,
      error_ppm: 8.9,
    };
    const computed = { n: null, mean: null, rsd_percent: null, percent_of_claim: null, mass, verdict: null };
    const rule = { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 } as const;
    expect(massComparison({ ...identity, rule, computed })).toEqual({
      analyte: 'Identity as tirzepatide',
      observed: 4813.5,
      observedWords: '4813.5',
      theoretical: 4813.457,
      tolerance: 0.5,
      toleranceWords: '± 0.5 Da',
      verdict: 'pass',
      ppm: 8.9,
    });
  });

  test('a comparison needs three numbers, and is missing if one of them is missing', () => {
    expect(massComparison({ ...identity, value: 'conforms' })).toBeUndefined();
    expect(massComparison({ ...identity, unit: 'mg' })).toBeUndefined();
    expect(massComparison({ ...identity, limit: '9.0 to 11.0' })).toBeUndefined();
    expect(massComparison({ ...identity, limit: '' })).toBeUndefined();
  });

  test('a tolerance in ppm is shown in both units', () => {
    const mass = {
      ...{ average: 1419.56, monoisotopic: 1418.7233, theoretical: 1418.7233, observed: 1418.7163 },
      ...{ error_da: -0.007, error_ppm: -4.93 },
    };
    const computed = { n: null, mean: null, rsd_percent: null, percent_of_claim: null, mass, verdict: null };
    const rule = { kind: 'within', of: 'mass_ppm', target: 0, tolerance: 5 } as const;
    const found = massComparison({ ...identity, value: '1418.7163', rule, computed });
    expect(found).toMatchObject({ observedWords: '1418.7163', toleranceWords: '± 5 ppm' });
    expect(found?.tolerance).toBeCloseTo(0.0070936, 6);
  });
});
