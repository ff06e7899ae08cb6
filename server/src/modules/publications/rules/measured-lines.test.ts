import type { Measurement } from '@vialproof/contract/results';
import { describe, expect, it } from 'vitest';
import { deviationLine, measuredLine, measuredLines } from './measured-lines.ts';

const line = (change: Partial<Measurement> = {}): Measurement => ({
  analyte: 'Assay',
  method: 'RP-HPLC-UV 214 nm',
  value: 4.9,
  unit: 'mg/vial',
  limit: '',
  verdict: null,
  ...change,
});
const within: Measurement['rule'] = { kind: 'between', of: 'claim', min: 90, max: 110 };
const deviationOf = (lines: Measurement[], label: string | null) => {
  const found = deviationLine(lines, label);
  return found && found !== 'unread' ? found.value : found;
};

describe('the difference between the measured amount and the label is computed', () => {
  it.each([
    ['5 mg per vial', -2],
    ['5mg', -2],
    ['5000 µg / vial', -2],
    ['4.9 mg', 0],
    ['0.005 g', -2],
    ['10 vials of 5 mg', -2],
  ])('for the label %s, the difference is computed', (label, percent) => {
    expect(deviationOf([line()], label)).toBe(percent);
  });

  it.each([null, '', 'unknown', 'five milligrams', '10 mg/mL', '5,000 IU', '1,5,0 mg'])(
    'the label %j has no readable amount',
    (label) => {
      expect(deviationOf([line()], label)).toBe('unread');
    },
  );

  it('the difference uses the amount that the laboratory read on the label, and the mean of repeated values', () => {
    const replicated = line({
      claim: 10,
      rule: within,
      computed: { n: 2, mean: 9.123, rsd_percent: 0.1, percent_of_claim: 91.23, mass: null, verdict: 'pass' },
    });
    expect(deviationLine([replicated], '5 mg')).toMatchObject({
      value: -8.77,
      low: -10,
      high: 10,
      words: '4.9 mg/vial of 10 mg/vial',
    });
  });

  it('there is no difference if no amount was measured', () => {
    const purity = line({ analyte: 'Purity', unit: '% area', value: 99 });
    const endotoxin = line({ analyte: 'Endotoxin', unit: 'EU/mg', value: 0.1 });
    const lead = line({ analyte: 'Lead', unit: 'µg/g', value: 0.1 });
    const words = line({ value: '< LOQ', qualifier: '<LOQ' });
    expect(deviationOf([purity, endotoxin, words, lead], '5 mg')).toBeNull();
  });
});

describe("the name of a result's line decides whether it is about identity", () => {
  it.each(['Identity as BPC-157', ' IDENTITY  as TB-500 (acetate)', 'Identity'])(
    '%j is a line about identity, and its masses are not values',
    (analyte) => {
      const rule: Measurement['rule'] = { kind: 'between', of: 'value', min: 1419, max: 1420 };
      const mass = line({ analyte, method: 'LC-MS', value: 1419.6, unit: 'Da', verdict: 'pass', rule });
      expect(measuredLine(mass)).toMatchObject({
        ...{ analyte_key: 'identity', analyte: 'Identity', method: 'LC-MS', verdict: 'pass' },
        ...{ value: null, words: '1419.6 Da', unit: '', low: null, high: null },
      });
    },
  );

  it('a line whose name only begins with the word identity keeps its name', () => {
    expect(measuredLine(line({ analyte: 'Identity assay' }))).toMatchObject({
      analyte_key: 'identity assay',
      value: 4.9,
    });
  });

  it('a line keeps texts as texts and numbers as numbers', () => {
    const rule: Measurement['rule'] = { kind: 'at_least', of: 'value', limit: 98 };
    expect(measuredLine(line({ analyte: ' PURITY ', value: '98.50', unit: '%', rule }))).toMatchObject({
      analyte_key: 'purity',
      value: 98.5,
      words: '98.50 %',
      low: 98,
      high: null,
    });
    expect(measuredLine(line({ value: 'ND', qualifier: 'ND' }))).toMatchObject({ value: null, words: 'ND' });
    expect(measuredLine(line({ value: -0 })).value).toBe(0);
  });

  it('a purity is marked as manual only if a person moved the limits of its peaks', () => {
    const purity = line({ analyte: 'Purity', value: '98.50', unit: '% area' });
    const [first, second] = measuredLines([line({}), purity], true);
    expect(second?.words).toBe('98.50 % area, manually integrated');
    expect(first?.words).not.toContain('manually');
    expect(measuredLines([purity], false)[0]?.words).toBe('98.50 % area');
    expect(measuredLines([{ ...purity, unit: '%' }], true)[0]?.words).toBe('98.50 %');
  });
});
