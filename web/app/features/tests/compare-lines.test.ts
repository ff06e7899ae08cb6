import type { Measurement } from '@vialproof/contract/results';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLines, idsIn } from './compare-lines';

const line = (analyte: string, method: string, value = '1'): Measurement => ({
  analyte,
  method,
  value,
  unit: '%',
  limit: '',
  verdict: null,
});

describe('the address of a comparison contains the ids of the results', () => {
  it('result ids are read from a list and from a form, without duplicates', () => {
    for (const [query, ids] of [
      ['', []],
      ['ids=', []],
      ['ids=a,b', ['a', 'b']],
      ['ids=a&ids=b', ['a', 'b']],
      ['ids=a, b ,a,,b', ['a', 'b']],
    ] as const)
      expect(idsIn(new URLSearchParams(query))).toEqual(ids);
  });
});

describe('results stand side by side in rows', () => {
  it('results share one row for the same analyte and method, in any letter case', () => {
    const [purity, amount, ...others] = compareLines([
      [line('Purity', 'HPLC', '98.1')],
      [line('Amount', 'HPLC'), line('purity', 'hplc ', '97.2')],
      [],
    ]);
    expect(others).toEqual([]);
    expect(purity?.values.map((each) => each.map(({ value }) => value))).toEqual([['98.1'], ['97.2'], []]);
    expect(amount?.values.map((each) => each.length)).toEqual([0, 1, 0]);
  });

  it('results share one row for identity, even if they expect different masses', () => {
    const [identity, ...others] = compareLines([
      [line('Identity as BPC-157', 'LC-MS', '1419.5')],
      [line('Identity as TB-500', 'LC-MS', '4963.5'), line('identity', 'LC-MS')],
    ]);
    expect(others).toEqual([]);
    expect(identity?.analyte).toBe('Identity');
    expect(identity?.values.map((each) => each.map(({ analyte }) => analyte))).toEqual([
      ['Identity as BPC-157'],
      ['Identity as TB-500', 'identity'],
    ]);
  });

  it('a comparison loses no line, and different methods have their own rows', () => {
    const measurement = fc
      .tuple(fc.constantFrom('Purity', 'Amount', 'Water'), fc.constantFrom('HPLC', 'LC-MS'))
      .map(([analyte, method]) => line(analyte, method));
    fc.assert(
      fc.property(fc.array(fc.array(measurement), { minLength: 2, maxLength: 4 }), (results) => {
        const lines = compareLines(results);
        for (const [place, given] of results.entries())
          expect(lines.flatMap(({ values }) => values[place] ?? [])).toHaveLength(given.length);
        const names = lines.map(({ analyte, method }) => `${analyte} ${method}`);
        expect(new Set(names).size).toBe(names.length);
        for (const { values } of lines) expect(values).toHaveLength(results.length);
      }),
    );
  });
});
