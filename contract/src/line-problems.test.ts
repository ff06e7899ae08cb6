import { completeLine } from '@vialproof/science/measurement/completed-line';
import { describe, expect, it } from 'vitest';
import { lineProblems } from './line-problems.ts';
import type { MeasurementInput } from './results.ts';

const purity: MeasurementInput = {
  analyte: 'Purity',
  method: 'HPLC',
  value: 99.1,
  unit: '% area',
  limit: '',
  verdict: null,
};
const pathsOf = (change: Partial<MeasurementInput>) => {
  const line = { ...purity, ...change };
  return lineProblems(line, completeLine(line, undefined)).map(({ path }) => path);
};

describe('the server refuses wrong lines when a person saves them', () => {
  it('saving accepts a possible value, as a number or in words', () => {
    expect(pathsOf({})).toEqual([]);
    expect(pathsOf({ value: 'conforms', unit: '' })).toEqual([]);
  });

  it('saving refuses an impossible value, and a number where the method only reports "below its limits"', () => {
    expect(pathsOf({ value: 150 })).toEqual(['value']);
    expect(pathsOf({ value: '', replicates: ['99', '101'] })).toEqual(['replicates']);
    expect(pathsOf({ value: 0.01, loq: 0.05 })).toEqual(['value']);
    expect(pathsOf({ value: '98,5' })).toEqual(['value']);
  });

  it('saving refuses a line that contradicts itself, such as a qualifier without a limit', () => {
    const rule = { kind: 'at_least', of: 'value', limit: 98 } as const;
    expect(pathsOf({ rule, lod: 0.5, loq: 0.1 })).toEqual(['lod']);
    expect(pathsOf({ value: '', qualifier: '<LOQ' })).toEqual(['loq']);
    expect(pathsOf({ rule, override: { verdict: 'pass', reason: 'Not for this sample.' } })).toEqual([
      'override.verdict',
    ]);
    expect(pathsOf({ override: { verdict: 'fail', reason: 'Not for this sample.' } })).toEqual(['override']);
    expect(pathsOf({ rule, verdict: 'fail' })).toEqual(['verdict']);
  });
});
