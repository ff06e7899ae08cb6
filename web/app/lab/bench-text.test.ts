import { describe, expect, it } from 'vitest';
import { benchInput, benchOf, emptyBench, recordInput, recordText } from './bench-text';

describe("the form edits the laboratory's records of a line", () => {
  it('the form trims the records, leaves out empty fields, and reads saved records unchanged', () => {
    expect(benchInput(emptyBench)).toEqual({});
    const line = {
      measured_on: '2026-11-20',
      provider: 'Another laboratory',
      content_basis: 'net_peptide',
      method_details: { document: 'SOP-12', version: '3' },
    } as const;
    expect(benchInput({ ...benchOf(line), column: '  ', document: ' SOP-12 ' })).toEqual(line);
    expect(benchOf({})).toEqual(emptyBench);
  });

  it('a field that the user empties is removed on the server', () => {
    const typed = { ...recordText({ appearance: 'White cake' }), appearance: ' ', remarks: ' Twice. ' };
    expect(recordInput(typed)).toMatchObject({ appearance: '', remarks: 'Twice.' });
  });
});
