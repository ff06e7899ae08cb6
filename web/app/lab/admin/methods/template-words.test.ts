import type { TemplateDraft, TemplateLine } from '@vialproof/contract/methods';
import { describe, expect, it } from 'vitest';
import { compare, lineFacts, lineSummary } from './template-words';

const purity: TemplateLine = {
  id: 'a',
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  unit: '% area',
  limit: '',
  rule: { kind: 'at_least', of: 'value', limit: 98 },
  lod: null,
  loq: null,
  replicates: 1,
  kind: 'plain',
  opens: 'always',
  retired: false,
};
const water: TemplateLine = { ...purity, id: 'b', analyte: 'Water', method: 'Karl Fischer', rule: null };
type Content = Pick<TemplateDraft, 'lines' | 'integration' | 'date_order' | 'requires'>;
const content = (lines: TemplateLine[], rest: Partial<Content> = {}): Content => ({
  lines,
  integration: { threshold_percent: 0.05 },
  date_order: null,
  requires: [],
  ...rest,
});

describe('each change of a draft is shown beside its template, with old and new values', () => {
  it('each changed line is shown field by field, with old and new values', () => {
    const then = content([
      {
        ...purity,
        rule: { kind: 'at_least', of: 'value', limit: 99 },
        uncertainty: { basis: 'budget', components: [{ source: 'weighing', u: 0.2 }], relative: true },
        decision_rule: 'guard_band',
      },
      { ...water, retired: true },
      { ...purity, id: 'c', analyte: 'Lead', method: 'ICP-MS', unit: 'µg/g', rule: null },
    ]);
    expect(compare(content([purity, water]), then).lines).toEqual([
      {
        id: 'a',
        name: 'Purity, RP-HPLC-UV 214 nm',
        what: 'CHANGED',
        changes: [
          { label: 'Limit', from: '≥ 98', to: '≥ 99' },
          { label: 'Uncertainty', from: '', to: 'weighing 0.2 % (budget)' },
          { label: 'Acceptance', from: 'by the limit alone', to: 'guard band as wide as U' },
        ],
      },
      { id: 'b', name: 'Water, Karl Fischer', what: 'RETIRED', changes: [] },
      {
        id: 'c',
        name: 'Lead, ICP-MS',
        what: 'NEW',
        changes: expect.arrayContaining([{ label: 'Unit', from: '', to: 'µg/g' }]),
      },
    ]);
  });

  it('moved, restored and missing lines are shown, and the lines of a family are matched by name', () => {
    const what = (now: TemplateLine[], then: TemplateLine[]) =>
      compare(content(now), content(then)).lines.map((line) => [line.name.split(',')[0], line.what]);
    expect(what([purity, water], [water, purity])).toEqual([['Purity', 'MOVED']]);
    expect(what([{ ...purity, retired: true }], [purity])).toEqual([['Purity', 'BROUGHT BACK']]);
    expect(what([purity, water], [{ ...purity, id: 'new' }])).toEqual([['Water', 'LEFT OUT']]);
    expect(what([purity], [purity])).toEqual([]);
  });

  it('changes outside the lines are shown, too', () => {
    const then = content([purity], {
      integration: { threshold_percent: 0.1, from_min: 2.5 },
      date_order: 'day_first',
      requires: ['measured_on', 'appearance'],
    });
    const { others } = compare(content([purity]), then);
    expect(others).toEqual([
      { label: 'Reporting limit, % of the area', from: '0.05', to: '0.1' },
      { label: 'Window from, min', from: '', to: '2.5' },
      { label: 'A date in the files begins with', from: '', to: 'the day' },
      { label: 'The bench has to record', from: '', to: 'Day of each measurement, Appearance' },
    ]);
  });

  it('people who may only approve see all settings of a line in one text', () => {
    expect(lineSummary({ ...purity, decision_rule: 'guard_band', loq: 0.1 })).toBe(
      'RP-HPLC-UV 214 nm · % area · ≥ 98 · In a new draft: always · Replicates: 1 · LOQ: 0.1 · Acceptance: guard band as wide as U',
    );
  });

  it('an unknown field of a template line is shown by its key', () => {
    const newer = { ...purity, spectrum_required: true, most_ppm: 5 } as TemplateLine;
    expect(lineFacts(newer).slice(-2)).toEqual([
      { label: 'Spectrum required', value: 'yes' },
      { label: 'Most ppm', value: '5' },
    ]);
  });
});
