import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionSentences } from './decision-words.ts';
import { type Figures, judge } from './measuring.ts';
import type { Measurement } from './types.ts';

const line = (change: Partial<Measurement> = {}): Measurement => ({
  analyte: 'Lead',
  method: 'ICP-MS',
  value: 0.2,
  unit: 'µg/g',
  limit: '',
  verdict: null,
  ...change,
});
const AT_MOST = { kind: 'at_most', of: 'value', limit: 0.5 } as const;
const AT_LEAST = { kind: 'at_least', of: 'value', limit: 98 } as const;
const said = (...lines: Partial<Measurement>[]) => decisionSentences(lines.map(line)).join(' ');

describe('sentences explain how the laboratory reached its verdicts', () => {
  it('no explanation is given if no line has a verdict', () => {
    expect(decisionSentences([line()])).toEqual([]);
  });

  it('for lines without a stored rule the explanation names simple acceptance of the limit', () => {
    expect(said({ limit: '≤ 0.5', verdict: 'pass' })).toBe(
      'A result passes when the reported value meets the stated limit. Measurement uncertainty is not taken into account (simple acceptance, ISO/IEC 17025:2017, 7.8.6).',
    );
  });

  it('the explanation says "rule" only for numeric rules, because the laboratory compares words itself', () => {
    const text = said(
      { rule: AT_MOST, verdict: 'pass' },
      { analyte: 'Appearance', value: 'white cake', limit: 'white', verdict: 'pass' },
    );
    expect(text).toMatch(
      /^Pass means that the figure itself meets its limit; its uncertainty is not counted\. Where the limit is a number, a result passes/,
    );
    expect(text).toContain(
      'Where a limit is words alone, the laboratory compared the reported result with them.',
    );
    expect(text).not.toMatch(/Each limit|label claim|theoretical|LOD|set aside|not judged/);
  });

  it('the explanation names the numbers that the rules compare, and the rule "nothing may be found"', () => {
    expect(said({ rule: { kind: 'between', of: 'claim', min: 90, max: 110 }, verdict: 'fail' })).toContain(
      '(the value, or the mean of its replicates; or its share of the label claim)',
    );
    expect(said({ rule: { kind: 'absent' }, value: 'no growth', verdict: 'pass' })).toBe(
      'Where nothing may be found, a result passes when it is not detected, below LOD, zero or no growth.',
    );
  });

  it('the explanation says how limits judge a value below a limit of detection or quantification', () => {
    const upper = said({ rule: AT_MOST, qualifier: '<LOQ', loq: 0.05, verdict: 'pass' });
    expect(upper).toContain('passes an upper limit that is no lower');
    expect(upper).not.toContain('lower limit that');
    const lower = said({ rule: AT_LEAST, qualifier: 'ND', lod: 1, verdict: 'fail' });
    expect(lower).toContain('fails a lower limit that is no lower than that LOD or LOQ');
    expect(lower).not.toContain('passes an upper limit');
    expect(said({ rule: AT_MOST, qualifier: 'out of range' })).toContain('it is not judged');
  });

  it('for values below a limit, the sentences say the same as the rules decide', () => {
    const figures = (lod: number): Figures => ({
      qualifier: '<LOD',
      lod,
      loq: undefined,
      claim: undefined,
      value: undefined,
      words: '',
      massError: undefined,
    });
    const limit = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(limit, limit, (lod, bound) => {
        const upper = judge({ kind: 'at_most', of: 'value', limit: bound }, figures(lod));
        expect(upper).toBe(bound >= lod ? 'pass' : null);
        const lower = judge({ kind: 'at_least', of: 'value', limit: bound }, figures(lod));
        expect(lower).toBe(bound >= lod ? 'fail' : null);
      }),
    );
  });

  it('the explanation says that a person overrode a verdict, and that words are not judged by a numeric rule', () => {
    const override = { verdict: 'pass', reason: 'A system peak.' } as const;
    expect(said({ rule: AT_MOST, override, verdict: 'pass' })).toContain('set aside');
    expect(said({ rule: AT_MOST, value: 'conforms' })).toContain('it is not judged');
  });

  it('the sentences name the guard band and its standard, and mention ignored uncertainty only if a line ignores it', () => {
    const uncertainty = { basis: 'budget', U: 0.1, k: 2, level: 95 } as const;
    const banded = { rule: AT_MOST, decision_rule: 'guard_band', uncertainty, verdict: 'pass' } as const;
    const alone = said(banded);
    expect(alone).toMatch(
      /^Pass means that the figure meets its limit by its ± or more\. The results are decided with a guard band .*ILAC-G8:09\/2019, w = U, k = 2/,
    );
    expect(alone).not.toContain('not taken into account');
    expect(alone).not.toContain('the limit itself passes');
    const mixed = said(banded, { analyte: 'Purity', rule: AT_LEAST, verdict: 'pass' });
    expect(mixed).toContain('The results of Lead are decided with a guard band');
    expect(mixed).toMatch(
      /^Pass means that the figure itself meets its limit; its ± is not counted\. For Lead it means that the figure meets its limit by its ± or more\. Where/,
    );
    expect(mixed).toContain('Elsewhere measurement uncertainty is not taken into account');
    expect(said({ rule: AT_MOST, uncertainty, verdict: 'pass' })).toContain(
      'Measurement uncertainty is not taken into account (simple acceptance',
    );
  });

  it('the explanation lists the components of each uncertainty, and says that the one of area % covers precision only', () => {
    const uncertainty = { basis: 'top_down', U: 0.1, k: 2, level: 95 } as const;
    const components = [
      { source: 'repeatability of preparation', u: 0.04 },
      { source: 'weighing', u: 0.03 },
    ];
    const text = said(
      { analyte: 'Purity', unit: '% area', uncertainty },
      { analyte: 'Water', unit: '% w/w', uncertainty: { ...uncertainty, components } },
    );
    expect(text).toBe(
      'Behind ± stands the expanded uncertainty U with k = 2 (coverage about 95 %). For Purity its basis is not recorded. For Water it is combined from: repeatability of preparation; weighing. For Purity it covers precision only: area % has no reference value.',
    );
  });

  it('for an amount, the explanation says that its reference standard is not recorded', () => {
    const standard = 'Reference standard of Assay: not recorded.';
    expect(said({ analyte: 'Assay', unit: 'mg', value: 4.9 })).toContain(standard);
    expect(said({ analyte: 'Assay', unit: 'mg', value: 'conforms' })).not.toContain(standard);
    expect(said({ analyte: 'Assay', unit: 'mg', value: 'ND', qualifier: 'ND' })).not.toContain(standard);
    expect(said({ analyte: 'Lead', unit: 'mg', value: 0.2 })).not.toContain('Reference standard');
  });
});
