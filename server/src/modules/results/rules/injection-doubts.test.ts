import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubtsOf, numbersInName } from './injection-doubts.ts';

const receivedAt = new Date('2026-11-20T10:00:00Z');
const run = (injectedAt: string | null) => doubtsOf({ injectedAt }, { receivedAt, otherTasks: [] });

test('a run of years ago is doubted, one after the receipt is not, and one without a time is nothing to judge', () => {
  expect(run('2018-10-30T17:43:05+00:00')).toEqual(['before_receipt']);
  expect(run('2026-11-20T10:00:01Z')).toEqual([]);
  expect(run('2026-11-20T11:30:00+02:00')).toEqual(['before_receipt']);
  expect(run(null)).toEqual([]);
  expect(run('yesterday')).toEqual([]);
  expect(doubtsOf({ injectedAt: '2018-10-30T17:43:05Z' }, { receivedAt: null, otherTasks: [] })).toEqual([]);
});

test('a time without a zone is doubted only where it is before the receipt in every zone', () => {
  // Nine in the morning at the furthest west is nine in the evening at Greenwich.
  expect(run('2026-11-20T09:00:00')).toEqual([]);
  expect(run('2026-11-19T21:59:59')).toEqual(['before_receipt']);
  fc.assert(
    fc.property(
      fc.integer({ min: -12, max: 14 }),
      fc.integer({ min: -100_000, max: 100_000 }),
      (zone, seconds) => {
        const instant = receivedAt.getTime() + seconds * 1000;
        const local = new Date(instant + zone * 3_600_000).toISOString().slice(0, 19);
        // Whatever the zone was: a run after the receipt is never doubted.
        if (seconds >= 0) expect(run(local)).toEqual([]);
      },
    ),
  );
});

test('numbers of five digits and more in the sample’s name may be task numbers', () => {
  expect(numbersInName({ sampleName: 'T-10114_inj2 214nm', sampleId: '10114' })).toEqual([10114]);
  expect(numbersInName({ sampleName: 'MW-2-6-6 IC 90' })).toEqual([]);
  expect(numbersInName({ sampleName: '10114 10115', sampleId: null })).toEqual([10114, 10115]);
  expect(doubtsOf({}, { receivedAt, otherTasks: [10115] })).toEqual(['other_sample']);
});
