import { describe, expect, it } from 'vitest';
import { completeLine } from './completed-line.ts';
import {
  overrideNote,
  ppmWords,
  reportedWords,
  signed,
  valueNotes,
  valueWithUnit,
} from './measurement-words.ts';
import type { Computed, Measurement } from './types.ts';

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

describe('the notes below a value say how it was measured', () => {
  it('a line of a result has no notes if a person only typed its value', () => {
    expect(valueNotes(line)).toEqual([]);
    expect(valueNotes({ ...line, computed: nothing })).toEqual([]);
    expect(overrideNote(line)).toBeUndefined();
  });

  it('the notes give the number of repeated values and how much they differ', () => {
    expect(valueNotes({ ...line, computed: { ...nothing, n: 3, mean: 1, rsd_percent: 0.456 } })).toEqual([
      'mean of 3, RSD 0.46 %',
    ]);
    expect(valueNotes({ ...line, computed: { ...nothing, n: 2, mean: 0 } })).toEqual(['mean of 2']);
    expect(valueNotes({ ...line, computed: { ...nothing, n: 1, mean: 1 } })).toEqual([]);
  });

  it('the notes explain a qualifier such as "<" and its limit', () => {
    expect(valueNotes({ ...line, qualifier: 'ND', lod: 0.02 })).toEqual(['not detected; LOD 0.02 µg/g']);
    expect(valueNotes({ ...line, qualifier: 'out of range', unit: '' })).toEqual([
      'outside the range of the method',
    ]);
  });

  it('the notes give the error of a mass, in ppm only if ppm makes sense', () => {
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
      'typed; no spectrum on file',
    ]);
    expect(valueNotes({ ...line, mass, computed: off(161.2) })).toEqual([
      '+161.20 Da from 1000.00 Da (C6H6, average)',
      'typed; no spectrum on file',
    ]);
    expect([ppmWords(3.68), ppmWords(-26.8), ppmWords(0), ppmWords(20_000)]).toEqual([
      '+3.7 ppm',
      '−27 ppm',
      '0.0 ppm',
      undefined,
    ]);
    expect(signed(-0.001, 2)).toBe('0.00');
  });

  it('the notes name the verdict that the rule gives, and why a person overrode it', () => {
    const override = { verdict: 'fail', reason: 'The recovery was 42 %.' } as const;
    expect(overrideNote({ ...line, override, computed: { ...nothing, verdict: 'pass' } })).toBe(
      'The rule says pass. Set aside: The recovery was 42 %.',
    );
  });

  it('a value in words has no unit', () => {
    expect([valueWithUnit(line), valueWithUnit({ value: 'ND', unit: 'mg' })]).toEqual(['0.2 µg/g', 'ND']);
  });
});

describe('a value is printed with the digits that its uncertainty allows', () => {
  const words = (value: number | string, U: number, change: Partial<Measurement> = {}) =>
    reportedWords(
      completeLine({ ...line, value, unit: '%', uncertainty: { basis: 'budget', U }, ...change }, undefined),
    );

  it.each([
    ['98.2', 0.4, '98.2 ± 0.4'],
    ['98.20', 0.4, '98.20 ± 0.40'],
    ['98.200', 0.4, '98.20 ± 0.40'],
    [98.2, 0.4, '98.2 ± 0.4'],
    ['98.2', 0.41, '98.2 ± 0.5'],
    ['98.2', 0.149, '98.2 ± 0.2'],
    ['98.246', 0.12, '98.25 ± 0.12'],
    ['1.005', 0.12, '1.01 ± 0.12'],
    ['98.24', 0.0996, '98.24 ± 0.10'],
    ['98.246', 0.0994, '98.246 ± 0.099'],
    ['98.2', 0.04, '98.2 ± 0.040'],
    ['4.9', 0.097, '4.9 ± 0.1'],
    ['5', 0.1, '5 ± 0.10'],
    ['5', 1.2, '5 ± 2'],
    ['5.00', 1.2, '5.0 ± 1.2'],
    ['98', 9.96, '98 ± 10'],
    ['1234', 130, '1230 ± 130'],
    ['1235.5', 130, '1240 ± 130'],
    ['123456', 9960, '123000 ± 10000'],
    ['-0.004', 0.12, '0.00 ± 0.12'],
    ['-26.85', 1.2, '-26.9 ± 1.2'],
    ['0.00000123', 0.00000034, '0.00000123 ± 0.00000034'],
    ['99.96', 0.5, '99.96 ± 0.50'],
  ])('the value %s with the uncertainty U = %d is printed as %s', (value, U, expected) => {
    expect(words(value, U)).toBe(`${expected} % (k = 2)`);
  });

  it('a mean of repeated values is printed with all its digits', () => {
    const replicates = ['98.2', '98.3', '98.2'];
    expect(words('', 0.12, { replicates })).toBe('98.23 ± 0.12 % (k = 2)');
    expect(words('', 0.012, { replicates })).toBe('98.233 ± 0.012 % (k = 2)');
    expect(words('', 0.12, { replicates: ['98.2'] })).toBe('98.2 ± 0.2 % (k = 2)');
  });

  it('a value is printed with enough digits to agree with its verdict', () => {
    const rule = { kind: 'at_least', of: 'value', limit: 98 } as const;
    expect(words('97.997', 0.4, { rule })).toBe('97.997 ± 0.400 % (k = 2)');
    expect(words('98.003', 0.4, { rule })).toBe('98.00 ± 0.40 % (k = 2)');
    expect(words('97.95', 1.2, { rule })).toBe('97.95 ± 1.20 % (k = 2)');
  });

  it('words, "not detected" and values below a limit are printed without an uncertainty', () => {
    expect(words('conforms', 0.4)).toBe('conforms');
    expect(words('', 0.4, { qualifier: 'ND' })).toBe('ND');
    expect(words('', 0.4, { qualifier: '<LOQ', loq: 1 })).toBe('< LOQ');
    expect(reportedWords(line)).toBe('0.2 µg/g');
    // The person is still typing U, so U is not a number yet.
    expect(reportedWords({ ...line, uncertainty: { basis: 'budget', U: Number.NaN } })).toBe('0.2 µg/g');
    expect(words(98.2, 0.4, { unit: '' })).toBe('98.2 ± 0.4 (k = 2)');
  });
});

describe('rounding never hides that a number misses its limit', () => {
  it('a number that misses a limit is never printed like the limit', () => {
    const replicates = ['98.0', '97.9', '98.1', '97.9', '98.0'];
    const rule = { kind: 'at_least', of: 'value', limit: 98 } as const;
    const done = completeLine({ ...line, value: '', replicates, rule }, undefined);
    expect([done.value, done.limit, done.verdict]).toEqual([97.98, '≥ 98', 'fail']);
    expect(completeLine({ ...line, value: '', replicates }, undefined).value).toBe('98.0');
  });

  it('a share of a claim or an error of a mass that misses a limit is never printed like the limit', () => {
    const between = { kind: 'between', of: 'claim', min: 90, max: 110 } as const;
    const assay = completeLine({ ...line, value: 4.498, unit: 'mg', claim: 5, rule: between }, undefined);
    expect([assay.verdict, valueNotes(assay)]).toEqual([
      'fail',
      ['89.96 % of the customer’s label claim, 5 mg'],
    ]);
    const mass = { formula: 'C6H6', basis: 'average', ion: null } as const;
    const within = { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 } as const;
    const identity = completeLine(
      { ...line, value: 1000.504, unit: 'Da', mass, rule: within },
      { average: 1000, monoisotopic: 999, charge: 0, proton: 1.007 },
    );
    expect([identity.verdict, valueNotes(identity)]).toEqual([
      'fail',
      ['+0.504 Da, +504 ppm from 1000.00 Da (C6H6, average)', 'typed; no spectrum on file'],
    ]);
  });
});
