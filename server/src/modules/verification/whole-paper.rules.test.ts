import type { CompareBody, PrintedLine } from '@vialproof/contract/verification';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Certified, isWholeSame, missingOf } from './whole-paper.rules.ts';

const figure = fc.integer({ min: 1000, max: 99_999 }).map((n) => (n / 100).toFixed(2));
const line = fc.record({
  value: fc.oneof(
    figure,
    fc.tuple(figure, figure).map(([value, U]) => `${value} ± ${U}`),
    fc.constantFrom('ND', '< LOQ', 'conforms'),
  ),
  unit: fc.constantFrom('% area', 'mg', ''),
  limit: fc.constantFrom('', '≥ 98.0', '90 to 110 % of label claim'),
});
const NAMES = ['Purity', 'Amount per vial', 'Water', 'Identity', 'Endotoxin'];
const certificate: fc.Arbitrary<Certified> = fc
  .tuple(fc.array(line, { minLength: 2, maxLength: 5 }), figure, figure)
  .map(([lines, ...measured]) => ({
    c: '0123456789abcdef',
    issued_at: '2026-11-26T10:00:00.000Z',
    printed: {
      manufacturer: 'Test Maker',
      batchCode: 'T-1',
      labelClaim: null,
      lines: lines.map((each, place): PrintedLine => {
        // The other lines can be compared only if the paper has the code `c`.
        const value = measured[place] ?? each.value;
        return { ...each, value, analyte: NAMES[place] ?? '', method: 'HPLC', verdict: 'not_judged' };
      }),
    },
  }));

const paperOf = ({ printed, issued_at }: Certified): CompareBody => ({
  ...{ taskNumber: '10001', uniqueKey: 'ABCD-EFGH-JKMN', revision: 1 },
  issued_on: issued_at.slice(0, 10),
  manufacturer: printed.manufacturer ?? '',
  batch_code: printed.batchCode ?? '',
  values: printed.lines.map(({ analyte, value, unit, limit }) => {
    const [bare = '', uncertainty] = value.split(' ± ');
    return {
      ...{ analyte, value: bare, limit },
      ...(uncertainty ? { uncertainty } : {}),
      ...(/\d/.test(value) && unit !== '' ? { unit } : {}),
    };
  }),
});

type Value = CompareBody['values'][number];
const changed = (paper: CompareBody, place: number, change: (value: Value) => Value): CompareBody => ({
  ...paper,
  values: paper.values.map((value, at) => (at === place ? change(value) : value)),
});

describe('a whole paper is equal only if each of its parts is equal', () => {
  it('a paper with everything that the certificate prints is complete and equal', () => {
    fc.assert(
      fc.property(certificate, fc.boolean(), (issued, isScanned) => {
        const paper = { ...paperOf(issued), ...(isScanned ? { c: '0123456789ABCDEF' } : {}) };
        expect([missingOf(paper, issued), isWholeSame(paper, issued)]).toEqual([[], true]);
      }),
    );
  });

  it('a paper that differs in any part is not equal', () => {
    const change = fc.constantFrom<(paper: CompareBody, place: number) => CompareBody>(
      (paper, place) => changed(paper, place, (each) => ({ ...each, value: `${each.value}1` })),
      (paper, place) => changed(paper, place, (each) => ({ ...each, uncertainty: '123.45' })),
      (paper, place) => changed(paper, place, (each) => ({ ...each, unit: 'kg' })),
      (paper, place) => changed(paper, place, (each) => ({ ...each, limit: '≥ 12.3' })),
      (paper) => ({ ...paper, values: [...paper.values, { analyte: 'Lead', value: '0.1' }] }),
      (paper) => ({ ...paper, values: [...paper.values, ...paper.values.slice(0, 1)] }),
      (paper) => ({ ...paper, values: paper.values.slice(1) }),
      (paper) => ({ ...paper, manufacturer: 'Test Makers' }),
      (paper) => ({ ...paper, batch_code: 'T-I' }),
      (paper) => ({ ...paper, issued_on: '2026-11-27' }),
      (paper) => ({ ...paper, c: 'fedcba9876543210' }),
    );
    fc.assert(
      fc.property(certificate, change, fc.nat(), (issued, alter, at) => {
        const paper = paperOf(issued);
        expect(isWholeSame(alter(paper, at % paper.values.length), issued)).toBe(false);
      }),
    );
  });

  it('the message names the missing parts of a paper; with the code `c`, fewer parts are needed', () => {
    fc.assert(
      fc.property(certificate, fc.nat(), (issued, at) => {
        const paper = paperOf(issued);
        const place = at % paper.values.length;
        const without = (names: (keyof CompareBody)[]) =>
          Object.fromEntries(
            Object.entries(paper).filter(([name]) => !names.includes(name as keyof CompareBody)),
          );
        const stated = ['issued_on', 'manufacturer', 'batch_code'] as const;
        for (const name of stated) expect(missingOf(without([name]) as CompareBody, issued)).toEqual([name]);
        const scanned = { ...without([...stated]), c: '0123456789abcdef' } as CompareBody;
        expect(missingOf(scanned, issued)).toEqual([]);
        expect(
          missingOf({ ...paper, values: paper.values.filter((_, each) => each !== place) }, issued),
        ).toContain('values');
        const bare = changed(paper, place, ({ analyte, value, limit }) => ({ analyte, value, limit }));
        const printed = issued.printed.lines[place];
        const isFigure = /\d/.test(printed?.value ?? '');
        expect(missingOf(bare, issued)).toEqual([
          ...(printed?.value.includes('±') ? [`values.${place}.uncertainty`] : []),
          ...(isFigure && printed?.unit !== '' ? [`values.${place}.unit`] : []),
        ]);
      }),
    );
  });

  it('if the certificate has fewer than two measured values, only a paper with its code is complete', () => {
    fc.assert(
      fc.property(certificate, (issued) => {
        const lines = issued.printed.lines.slice(0, 1);
        const one = { ...issued, printed: { ...issued.printed, lines } };
        expect(missingOf(paperOf(one), one)).toEqual(['c']);
      }),
    );
  });
});
