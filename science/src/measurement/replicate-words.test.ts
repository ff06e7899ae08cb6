import { describe, expect, it } from 'vitest';
import { runWords } from '../chromatography/trace-words.ts';
import { completeLine } from './completed-line.ts';
import { valueNotes } from './measurement-words.ts';
import { thisInjectionWords } from './replicate-words.ts';
import { besideInjections, type PurityTrace } from './traced-purity.ts';
import type { MeasurementInput } from './types.ts';

const purity: MeasurementInput = {
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  value: '',
  unit: '% area',
  limit: '',
  verdict: null,
};
const trace: PurityTrace = { purity_percent: 99.0312, peaks: { length: 3 } };
const three = { ...trace, others: [98.9741, 99.0023] };
const marked = (replicates: string[], of: PurityTrace | null, change: Partial<MeasurementInput> = {}) =>
  besideInjections(completeLine({ ...purity, replicates, ...change }, undefined), of);

describe('the text below a purity says whether its repeated values are injections or typed', () => {
  it('the text says that a person typed the repeated values if one repeated value matches no reported injection', () => {
    expect(valueNotes(marked(['99.0', '98.9', '99.1'], trace))).toEqual([
      'mean of 3, typed; 1 injection on file',
      'RSD 0.10 %',
    ]);
    expect(valueNotes(marked(['99.03', '98.97', '98.5'], three))[0]).toBe(
      'mean of 3, typed; 3 injections on file',
    );
    for (const none of [
      null,
      { ...trace, signal_unit: 'counts' as const },
      { ...trace, purity_percent: null },
    ])
      expect(valueNotes(marked(['99.0', '99.0'], none))).toEqual([
        'mean of 2, typed; no injection with a purity on file',
        'RSD 0.00 %',
      ]);
  });

  it('the text calls the result a mean only if each repeated value is an injection', () => {
    expect(valueNotes(marked(['99.03', '98.97', '99.00'], three))).toEqual(['mean of 3, RSD 0.03 %']);
    expect(marked(['99.03', '98.97', '99.00'], three).computed?.injections).toEqual({
      on_file: 3,
      matched: 3,
    });
  });

  it('the text does not mention injections if the chromatogram does not show them, or if there is only one repeated value', () => {
    expect(
      marked(['4.2', '4.3'], trace, { analyte: 'Amount per vial', unit: 'mg' }).computed,
    ).not.toHaveProperty('injections');
    expect(marked(['99.03'], trace).computed).not.toHaveProperty('injections');
    const typed = { ...completeLine({ ...purity, value: 99 }, undefined) };
    expect(besideInjections(typed, trace)).toEqual(typed);
  });
});

describe('a note beside a chromatogram says that the result is a mean of several purities', () => {
  it('the note beside a chromatogram names the purity of the chromatogram and the purity of the result', () => {
    expect(thisInjectionWords(trace, [marked(['99.03', '98.97', '99.00'], three)])).toBe(
      'This injection 99.03; result 99.00, mean of 3.',
    );
    expect(thisInjectionWords(trace, [marked(['99.0', '98.9', '99.1'], trace)])).toBe(
      'This injection 99.03; result 99.0, mean of 3, typed.',
    );
  });

  it('there is no note if both purities are equal, if no main peak is chosen, or if the result is old', () => {
    const single = completeLine({ ...purity, value: '99.03' }, undefined);
    expect(thisInjectionWords(trace, [besideInjections(single, trace)])).toBeUndefined();
    expect(thisInjectionWords({ purity_percent: null }, [marked(['99.0', '99.1'], trace)])).toBeUndefined();
    const former = completeLine({ ...purity, replicates: ['99.0', '98.9', '99.1'] }, undefined);
    expect(thisInjectionWords(trace, [former])).toBeUndefined();
    expect(valueNotes(former)).toEqual(['mean of 3, RSD 0.10 %']);
  });
});

describe('the text about the runs of a result names each reported run', () => {
  const run = { sha256: 'a'.repeat(64), used: true, reason: null };

  it('the text lists several reported runs, each with its purity', () => {
    const runs = [
      { ...run, purity_percent: 99.0312 },
      { ...run, sha256: 'b'.repeat(64), purity_percent: 98.9741, reason: 'The drift is of the gradient.' },
      { ...run, sha256: 'c'.repeat(64), used: false, reason: 'Air in the loop.' },
    ];
    expect(runWords(runs)).toEqual([
      '2 of 3 injections reported: 99.03 and 98.97 % area.',
      'Reported in spite of warnings, SHA-256 bbbbbbbbbbbb…: The drift is of the gradient.',
      'Not reported, SHA-256 cccccccccccc…: Air in the loop.',
    ]);
  });

  it('the text lists a single reported run without its purity', () => {
    expect(runWords([run])).toEqual(['1 of 1 injections reported.']);
  });
});
