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
    });
    expect(massComparison({ ...identity, value: '4813.5' })?.observed).toBe(4813.5);
  });

  test('is not made up where one of the three is missing', () => {
    expect(massComparison({ ...identity, value: 'conforms' })).toBeUndefined();
    expect(massComparison({ ...identity, unit: 'mg' })).toBeUndefined();
    expect(massComparison({ ...identity, limit: '9.0 to 11.0' })).toBeUndefined();
    expect(massComparison({ ...identity, limit: '' })).toBeUndefined();
  });
});
