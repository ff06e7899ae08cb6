import { expect, it } from 'vitest';
import { failuresOf, type Seen, tableOf } from './table.ts';

const seen = (change: Partial<Seen>): Seen => ({
  fault: { name: 'primary killed', isNoticed: true, target: { seconds: 5, from: 'promotion' } },
  blow: { at: 1_000, promotedAt: 16_000 },
  samples: [
    { kind: 'change', from: 1_100, to: 1_200, status: 503 },
    { kind: 'page', path: '/tests', from: 2_000, to: 2_010, status: 503 },
    { kind: 'change', from: 5_000, to: 5_010, status: 503 },
    { kind: 'change', from: 9_000, to: 9_100, status: 502 },
    { kind: 'change', from: 13_000, to: 13_100, status: 0 },
    { kind: 'change', from: 17_000, to: 17_500, status: 200 },
  ],
  acknowledged: 12,
  lost: [],
  ...change,
});

it('the table counts 503 from the kill and from the promotion, and says whether the target is met', () => {
  const [, line = '', note] = tableOf([seen({})]).split('\n');
  expect(line.split(/ {2,}/)).toEqual([
    ...['primary killed', '16.5 s', '1.5 s', '5 s met'],
    ...['3', '1 of 1', '2', '0', '12', '0'],
  ]);
  expect(note).toBe('primary killed: pages failed: /tests 503 at 1.0 s');
  const late = tableOf([seen({ blow: { at: 1_000, promotedAt: 11_000 } })]);
  expect(late).toContain('6.5 s           5 s MISSED');
});

it('a loss, a mistake and a fault that nobody noticed are failures', () => {
  expect(failuresOf(seen({}))).toEqual([]);
  expect(failuresOf(seen({ lost: ['an order is lost'] }))).toEqual(['primary killed: an order is lost']);
  const mistake = { kind: 'read' as const, from: 1_100, to: 1_200, status: 500 };
  expect(failuresOf(seen({ samples: [...seen({}).samples, mistake] }))).toEqual([
    'primary killed: 1 answers were mistakes',
  ]);
  expect(failuresOf(seen({ samples: [] }))).toEqual(['primary killed: no call failed, so it did not happen']);
});
