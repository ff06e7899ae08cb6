import { describe, expect, it } from 'vitest';
import { overrideNote, ppmWords, signed, valueNotes, valueWithUnit } from './measurement-words.ts';
import type { Computed, Measurement } from './results.ts';

const nothing: Computed = {
  n: null,
  mean: null,
  rsd_percent: null,
  percent_of_claim: null,
  mass: null,
  verdict: null,
};
const line: Measurement = {
  analyte: 'Lead',
  method: 'ICP-MS',
  value: 0.2,
  unit: 'µg/g',
  limit: '',
  verdict: null,
};

describe('the words of a measurement', () => {
  it('are none for a line that was typed as it is', () => {
    expect(valueNotes(line)).toEqual([]);
    expect(valueNotes({ ...line, computed: nothing })).toEqual([]);
    expect(overrideNote(line)).toBeUndefined();
  });

  it('say how often it was measured, and how far apart', () => {
    expect(valueNotes({ ...line, computed: { ...nothing, n: 3, mean: 1, rsd_percent: 0.456 } })).toEqual([
      'mean of 3, RSD 0.46 %',
    ]);
    expect(valueNotes({ ...line, computed: { ...nothing, n: 2, mean: 0 } })).toEqual(['mean of 2']);
    expect(valueNotes({ ...line, computed: { ...nothing, n: 1, mean: 1 } })).toEqual([]);
  });

  it('say what a qualifier means and refers to', () => {
    expect(valueNotes({ ...line, qualifier: 'ND', lod: 0.02 })).toEqual(['not detected; LOD 0.02 µg/g']);
    expect(valueNotes({ ...line, qualifier: 'out of range', unit: '' })).toEqual([
      'outside the range of the method',
    ]);
  });

  it('say how far a mass is off, in millionths only where they say something', () => {
    const mass = { formula: 'C6H6', basis: 'average', ion: null } as const;
    const off = (error_da: number): Computed => ({
      ...nothing,
      mass: {
        average: 1000,
        monoisotopic: 999,
        theoretical: 1000,
        observed: 1000 + error_da,
        error_da,
        error_ppm: 1000 * error_da,
      },
    });
    expect(valueNotes({ ...line, mass, computed: off(-0.5) })).toEqual([
      '−0.50 Da, −500 ppm from 1000.00 Da (C6H6, average)',
    ]);
    expect(valueNotes({ ...line, mass, computed: off(161.2) })).toEqual([
      '+161.20 Da from 1000.00 Da (C6H6, average)',
    ]);
    expect([ppmWords(3.68), ppmWords(-26.8), ppmWords(0), ppmWords(20_000)]).toEqual([
      '+3.7 ppm',
      '−27 ppm',
      '0.0 ppm',
      undefined,
    ]);
    expect(signed(-0.001, 2)).toBe('0.00');
  });

  it('say what the rule says, and why it was set aside', () => {
    const override = { verdict: 'fail', reason: 'The recovery was 42 %.' } as const;
    expect(overrideNote({ ...line, override, computed: { ...nothing, verdict: 'pass' } })).toBe(
      'The rule says pass. Set aside: The recovery was 42 %.',
    );
  });

  it('give words no unit', () => {
    expect([valueWithUnit(line), valueWithUnit({ value: 'ND', unit: 'mg' })]).toEqual(['0.2 µg/g', 'ND']);
  });
});
