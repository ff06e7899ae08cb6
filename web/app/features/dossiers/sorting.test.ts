import type { DossierTest } from '@vialproof/contract/dossiers';
import { describe, expect, it } from 'vitest';
import { newestFirst, readSort, sortAfter, sortTests, sortWord } from './sorting';

const test = (task_number: number, change: Partial<DossierTest> = {}): DossierTest => ({
  request_id: String(task_number),
  task_number,
  state: 'published',
  published_at: '2026-03-01T12:00:00.000Z',
  ...{ compound: 'BPC-157', maker: 'Acme', batch_code: 'L1' },
  ...{ purity: null, label_percent: null, verdict: null },
  ...change,
});
const purity = (value: string) => ({ purity: { value, rest: '% area' } });

describe('the tests on the page of a maker can be sorted', () => {
  it('an address without a sort, or with an unknown one, means newest first', () => {
    expect([undefined, '', 'rank', '--date'].map(readSort)).toEqual(Array(4).fill(newestFirst));
    expect(readSort('-purity')).toEqual({ by: 'purity', isDown: true });
    expect(['purity', '-purity', '-date'].map((word) => sortWord(readSort(word)))).toEqual([
      'purity',
      '-purity',
      undefined,
    ]);
  });

  it('the first click on a column sorts numbers downwards and names upwards, the next click turns it round', () => {
    const once = sortAfter(newestFirst, 'purity');
    expect([once, sortAfter(once, 'purity')].map(sortWord)).toEqual(['-purity', 'purity']);
    expect(sortWord(sortAfter(once, 'name'))).toBe('name');
    expect(sortWord(sortAfter(newestFirst, 'date'))).toBe('date');
  });

  it('tests without a value come last in both directions, and equal tests keep their order', () => {
    const tests = [test(1), test(2, purity('9.5')), test(3, purity('98.20')), test(4, purity('> 99'))];
    const order = (word: string) =>
      sortTests(tests, readSort(word), 'maker').map(({ task_number }) => task_number);
    expect(order('purity')).toEqual([2, 3, 1, 4]);
    expect(order('-purity')).toEqual([3, 2, 1, 4]);
    expect(order('name')).toEqual([1, 2, 3, 4]);
    expect(order('-name')).toEqual([1, 2, 3, 4]);
  });

  it('batch codes sort by their numbers, names without regard to capitals, and verdicts from within to outside', () => {
    const verdict = (is: 'pass' | 'partly' | 'fail' | 'not_judged') => ({
      verdict: {
        ...{ is, judged: 1, not_judged: 0, outside: [] },
        ...{ conditional_fail: 0, conditional_pass: 0, undecidable: 0 },
      },
    });
    const tests = [
      test(1, { batch_code: 'L10', maker: 'bravo', label_percent: 99.9, ...verdict('fail') }),
      test(2, { batch_code: 'l9', maker: 'Acme', label_percent: 101, ...verdict('not_judged') }),
      test(3, { batch_code: null, maker: 'Charlie', label_percent: 9, ...verdict('pass') }),
    ];
    const order = (word: string) =>
      sortTests(tests, readSort(word), 'maker').map(({ task_number }) => task_number);
    expect(order('batch')).toEqual([2, 1, 3]);
    expect(order('name')).toEqual([2, 1, 3]);
    expect(order('amount')).toEqual([3, 1, 2]);
    expect(order('verdict')).toEqual([3, 2, 1]);
  });
});
