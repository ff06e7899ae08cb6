import { describe, expect, it } from 'vitest';
import { emptyRow, type Row } from './measurement-text';
import { liveOf, refusedOf } from './use-live';

const refused = (change: Partial<Row>) => {
  const row: Row = { ...emptyRow, analyte: 'Purity', method: 'HPLC', unit: '% area', ...change };
  return refusedOf(row, liveOf(row, undefined));
};

describe('the form shows errors during typing', () => {
  it('the error of each cell in the table is shown at this cell', () => {
    expect(refused({ value: '150' })).toEqual({
      value: 'A figure in % area lies between 0 and 100: 150 cannot be.',
    });
    // The value can also be several numbers.
    expect(refused({ value: '99.1 101' }).value).toMatch(/101 cannot be/);
    expect(refused({ value: '0.01', loq: '0.05' }).value).toMatch(/^Say < LOQ/);
    expect(
      refused({ value: '5', lod: '0.5', loq: '0.1', rule: { ...emptyRow.rule, kind: 'absent' } }).lod,
    ).toMatch(/limit of detection/);
  });

  it('valid input has no errors, and neither does a line without a value', () => {
    expect(refused({ value: '99.1' })).toEqual({});
    expect(refused({ value: '' })).toEqual({});
    expect(refused({ value: 'conforms', unit: '' })).toEqual({});
  });
});
