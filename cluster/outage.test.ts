import { expect, it } from 'vitest';
import { outagesOf, type Sample } from './outage.ts';

const change = (from: number, to: number, status: number): Sample => ({ kind: 'change', from, to, status });

it('an outage ends with the answer to the first call that was sent after every failed one', () => {
  const samples = [
    change(0, 10, 200),
    change(200, 2200, 503),
    change(400, 2300, 200),
    change(600, 2400, 0),
    change(800, 2500, 201),
    change(1000, 1020, 200),
  ];
  expect(outagesOf(samples)).toEqual([{ from: 200, to: 1020 }]);
});

it('failed pages are no outage of changes', () => {
  expect(outagesOf([change(0, 10, 200), { kind: 'page', from: 20, to: 30, status: 503 }])).toEqual([]);
});

it('an outage without a later answer has no end', () => {
  expect(outagesOf([change(0, 10, 503)])).toEqual([{ from: 0, to: Number.POSITIVE_INFINITY }]);
});

it('a call that fails after five seconds without a failure begins another outage', () => {
  const samples = [0, 4_999, 9_999, 10_200].flatMap((at) => [
    change(at, at + 10, 503),
    change(at + 20, at + 30, 200),
  ]);
  expect(outagesOf(samples)).toEqual([
    { from: 0, to: 5_029 },
    { from: 9_999, to: 10_230 },
  ]);
});
