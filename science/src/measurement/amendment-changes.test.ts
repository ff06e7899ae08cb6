import { describe, expect, it } from 'vitest';
import { amendmentChanges, changeWords } from './amendment-changes.ts';
import type { Measurement } from './types.ts';

const line = (changes: Partial<Measurement> = {}): Measurement => ({
  analyte: 'Amount per vial',
  method: 'RP-HPLC-UV 214 nm',
  value: 5.38,
  unit: 'mg',
  limit: '90 to 110 %',
  verdict: 'pass',
  ...changes,
});
const said = (before: Measurement[], after: Measurement[]) => changeWords(amendmentChanges(before, after));

describe('the list of changes shows what a correction changed', () => {
  it('lines that stay equal are not changes, even if their order changes', () => {
    const purity = line({ analyte: 'Purity', value: 99.1, unit: '%' });
    expect(amendmentChanges([line(), purity], [purity, line()])).toEqual([]);
    expect(amendmentChanges([line({ value: '5.380' })], [line({ value: '5.380' })])).toEqual([]);
  });

  it('a correction lists the old and the new value, limit, verdict and method of a line', () => {
    const after = line({
      value: 4.83,
      uncertainty: { basis: 'budget', U: 0.096 },
      limit: '≥ 5',
      verdict: 'fail',
      method: 'NMR',
    });
    expect(amendmentChanges([line()], [after])).toEqual([
      { measurement: 'Amount per vial', field: 'value', before: '5.38 mg', after: '4.83 ± 0.10 mg (k = 2)' },
      { measurement: 'Amount per vial', field: 'limit', before: '90 to 110 %', after: '≥ 5' },
      { measurement: 'Amount per vial', field: 'verdict', before: 'Pass', after: 'Fail' },
      { measurement: 'Amount per vial', field: 'method', before: 'RP-HPLC-UV 214 nm', after: 'NMR' },
    ]);
    expect(said([line()], [line({ value: 4.83, verdict: 'fail' })])).toEqual([
      'Amount per vial: was 5.38 mg, is now 4.83 mg; verdict was Pass, is now Fail.',
    ]);
    expect(said([line({ limit: '' })], [line({ verdict: null })])).toEqual([
      'Amount per vial: limit was none, is now 90 to 110 %; verdict was Pass, is now Not judged.',
    ]);
  });

  it('a correction lists the lines that were added and removed', () => {
    const lead = line({ analyte: 'Lead', value: '< 0.05', unit: 'µg/g' });
    expect(said([lead], [line()])).toEqual([
      'Amount per vial: new, 5.38 mg, Pass.',
      'Lead: no longer reported, was < 0.05 µg/g, Pass.',
    ]);
  });

  it('a correction distinguishes lines of the same name by their methods', () => {
    const [uv, nmr] = [line({ method: 'UV', value: 1 }), line({ method: 'NMR', value: 2 })];
    expect(said([uv, nmr], [{ ...nmr, value: 3 }, uv])).toEqual(['Amount per vial: was 2 mg, is now 3 mg.']);
    expect(said([uv], [uv, nmr])).toEqual(['Amount per vial: new, 2 mg, Pass.']);
  });
});
