import { describe, expect, it } from 'vitest';
import { benchInput, benchOf, emptyBench, recordInput, recordText } from './bench-text';

describe('what the bench writes down', () => {
  it('is sent trimmed and without what says nothing, and comes back as it was', () => {
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

  it('takes back what is emptied', () => {
    const typed = { ...recordText({ appearance: 'White cake' }), appearance: ' ', remarks: ' Twice. ' };
    expect(recordInput(typed)).toMatchObject({ appearance: '', remarks: 'Twice.' });
  });
});
