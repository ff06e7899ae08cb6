import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithTrace, type PurityTrace, tracedPurityProblem } from './traced-purity.ts';
import type { MeasurementInput } from './types.ts';

const purity: MeasurementInput = {
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  value: 99.1,
  unit: '% area',
  limit: '',
  verdict: null,
};
const trace = (purity_percent: number | null, change: Partial<PurityTrace> = {}): PurityTrace => ({
  purity_percent,
  peaks: { length: 3 },
  ...change,
});
const compared = (change: Partial<MeasurementInput>, of = trace(99.1251)) =>
  compareWithTrace({ ...purity, ...change }, of);

describe('a typed purity must agree with its chromatogram', () => {
  it('a purity must equal the main peak’s area % at the number of digits that the purity has', () => {
    expect(compared({ value: 99.1 })).toBe('same');
    expect(compared({ value: '99.13' })).toBe('same');
    expect(compared({ value: '99.125' })).toBe('same');
    expect(compared({ value: '99.10' })).toBe('differs');
    expect(compared({ value: 99.2 })).toBe('differs');
    expect(compared({ value: 'conforms' })).toBe('differs');
    expect(compared({ value: 'ND', qualifier: 'ND' })).toBe('differs');
  });

  it('one repeated value of a mean must equal the area % of the chromatogram, because a chromatogram shows one injection', () => {
    expect(compared({ value: 99.3, replicates: ['99.1', '99.5'] })).toBe('same');
    expect(compared({ value: 99.1, replicates: ['98.1', '100.1'] })).toBe('differs');
  });

  it('a purity may not pass by rounding if the area % of the chromatogram fails', () => {
    const rule = { kind: 'at_least', of: 'value', limit: 99 } as const;
    expect(compared({ value: 99, rule }, trace(98.73))).toBe('rounded');
    expect(compared({ value: 98.7, rule }, trace(98.73))).toBe('same');
    expect(tracedPurityProblem({ ...purity, value: 99, rule }, trace(98.73))).toEqual({
      path: 'value',
      message: 'By the trace, 98.73 % area, the rule says otherwise than by 99: give more digits.',
    });
    // If the value were 99.00, it would also pass.
    expect(tracedPurityProblem({ ...purity, value: 99, rule }, trace(98.9962))?.message).toContain(
      '98.9962 %',
    );
  });

  it('if the chromatogram has peaks, a main peak must be chosen before a purity can refer to it', () => {
    expect(compared({}, trace(null))).toBe('unnamed');
    expect(compared({ value: 'ND', qualifier: 'ND' }, trace(null))).toBe('untied');
    expect(tracedPurityProblem(purity, trace(null))?.message).toMatch(/no main peak\. Choose it/);
  });

  it.each<[string, Partial<MeasurementInput>, PurityTrace | null]>([
    ['without a trace', {}, null],
    ['beside a trace without peaks', {}, trace(null, { peaks: { length: 0 } })],
    ['beside a total ion current', {}, trace(50, { signal_unit: 'counts' })],
    ['of another analyte', { analyte: 'Assay' }, trace(50)],
    ['by another method', { method: 'Capillary electrophoresis' }, trace(50)],
    ['by weight', { unit: '% w/w' }, trace(50)],
  ])('a line is not compared with a chromatogram: %s', (_, change, of) => {
    expect(compareWithTrace({ ...purity, ...change }, of)).toBe('untied');
    expect(tracedPurityProblem({ ...purity, ...change }, of)).toBeUndefined();
  });

  it('a purity may differ from the chromatogram if a person gives a reason; the reason is removed when they agree again', () => {
    const trace_override = { reason: 'The trace is of the second injection.' };
    expect(tracedPurityProblem({ ...purity, value: 98 }, trace(99.1))?.message).toBe(
      'The main peak of the trace has 99.10 % area. Take it, or give the reason why the value differs.',
    );
    expect(tracedPurityProblem({ ...purity, value: 98, trace_override }, trace(99.1))).toBeUndefined();
    expect(tracedPurityProblem({ ...purity, trace_override }, trace(null))).toBeUndefined();
    for (const of of [trace(99.1), null])
      expect(tracedPurityProblem({ ...purity, trace_override }, of)?.path).toBe('trace_override');
  });

  it('only the area % of the chromatogram, written with any number of digits, matches the chromatogram', () => {
    const share = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000);
    fc.assert(
      fc.property(
        share,
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 50 }),
        (percent, digits, off) => {
          const value = percent.toFixed(digits);
          expect(compared({ value }, trace(percent))).toBe('same');
          expect(compared({ value: Number(value) }, trace(percent))).toBe('same');
          const other = (Number(value) + off * 10 ** -digits + 10 ** -digits).toFixed(digits);
          expect(compared({ value: other }, trace(percent))).toBe('differs');
          // A value that is equal needs no reason.
          expect(tracedPurityProblem({ ...purity, value: other }, trace(percent))?.path).toBe('value');
          expect(tracedPurityProblem({ ...purity, value }, trace(percent))).toBeUndefined();
        },
      ),
    );
  });
});
