import type { Measurement } from '@vialproof/contract/results';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proposedSummary, proposedTitle } from './proposed-words';

const line = (analyte: string, value: string, verdict: Measurement['verdict']): Measurement => ({
  ...{ analyte, method: 'HPLC', value, unit: '%', limit: '', verdict },
});

describe('the form proposes a title with the compound and the amount', () => {
  it.each([
    ['BPC-157', '5 mg', 'BPC-157 5 mg'],
    [' BPC-157 ', null, 'BPC-157'],
    ['α-MSH', '10 mg/ml', 'α-MSH 10 mg/ml'],
    [null, '5 mg', ''],
    ['ببتيد', '5 mg', ''],
    ['肽', null, ''],
    ['BPC\u202e157', '5 mg', ''],
  ])(
    'for the compound %j and the amount %j, the form proposes the title %j',
    (compound_name, dosage_text, title) => {
      expect(proposedTitle({ compound_name, dosage_text })).toBe(title);
    },
  );

  it('the proposed title is never longer than the limit', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (compound_name, dosage_text) => {
        expect(proposedTitle({ compound_name: compound_name.repeat(50), dosage_text }).length).toBeLessThan(
          201,
        );
      }),
    );
  });
});

describe('the form proposes a summary that agrees with the verdicts', () => {
  it('the proposed summary agrees with the verdicts of the lines that have a value', () => {
    expect(proposedSummary([])).toBe('');
    expect(proposedSummary([line('Purity', '', null), line('Assay', ' ', null)])).toBe('');
    const purity = line('Purity', '99.1', 'pass');
    expect(proposedSummary([purity, line('Assay', '', null)])).toBe('The judged result is within its limit.');
    expect(proposedSummary([purity, line('Assay', '3.1', 'fail')])).toBe(
      'Fail: Assay. The other judged result is within its limit.',
    );
    expect(proposedSummary([purity, line('Water', '1.2', null)])).toBe(
      'The judged result is within its limit; 1 is not judged.',
    );
  });
});
