import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubtsOf, numbersInName, unallowed, wantsTime } from './injection-doubts.ts';

const receivedAt = new Date('2026-11-20T10:00:00Z');
const facts = { receivedAt, now: new Date('2026-11-26T12:00:00Z'), taskNumber: 10114, otherTasks: [] };
const run = (...times: string[]) => doubtsOf({ times }, facts);

test('a run from years ago raises a doubt, and a run after the receipt does not', () => {
  expect(run('2018-10-30T17:43:05+00:00')).toEqual(['before_receipt']);
  expect(run('2026-11-20T10:00:01Z')).toEqual([]);
  expect(run('2026-11-20T11:30:00+02:00')).toEqual(['before_receipt']);
  expect(run()).toEqual([]);
  expect(run('yesterday')).toEqual([]);
  const unreceived = { ...facts, receivedAt: null };
  expect(doubtsOf({ times: ['2018-10-30T17:43:05Z'] }, unreceived)).toEqual([]);
});

test('a time without a time zone raises a doubt only if it is before the receipt in every zone', () => {
  // At the western end of all time zones 9:00 is 21:00 in Greenwich.
  expect(run('2026-11-20T09:00:00')).toEqual([]);
  expect(run('2026-11-19T21:59:59')).toEqual(['before_receipt']);
  fc.assert(
    fc.property(
      fc.integer({ min: -12, max: 14 }),
      fc.integer({ min: -100_000, max: 100_000 }),
      (zone, seconds) => {
        const instant = receivedAt.getTime() + seconds * 1000;
        const local = new Date(instant + zone * 3_600_000).toISOString().slice(0, 19);
        // A measurement after the arrival of the sample is never doubtful.
        if (seconds >= 0) expect(run(local)).toEqual([]);
      },
    ),
  );
});

test('a number of five or more digits in a sample name may be a task number', () => {
  expect(numbersInName({ sampleName: 'T-10114_inj2 214nm', sampleId: '10114' })).toEqual([10114]);
  expect(numbersInName({ sampleName: 'MW-2-6-6 IC 90' })).toEqual([]);
  expect(numbersInName({ sampleName: '10114 10115', sampleId: null })).toEqual([10114, 10115]);
  const named = { sampleName: '10115' };
  expect(doubtsOf(named, { ...facts, otherTasks: [10115] })).toEqual(['other_sample']);
});

test('a run raises a doubt as a future run only if it is in the future in every time zone', () => {
  expect(run('2026-12-06T23:49:36')).toEqual(['in_future']);
  expect(run('2026-11-26T12:30:00Z')).toEqual(['in_future']);
  // At the eastern end of all time zones it is already the next day.
  expect(run('2026-11-27T02:00:00')).toEqual([]);
  expect(run('2026-11-26T12:04:00Z')).toEqual([]);
});

test('an ambiguous date raises a doubt if one of its two meanings does', () => {
  expect(run('2026-06-12T23:49:36', '2026-12-06T23:49:36')).toEqual(['before_receipt', 'in_future']);
  expect(run('2018-08-02T10:00:00', '2018-02-08T10:00:00')).toEqual(['before_receipt']);
  expect(run('2026-11-21T10:00:00', '2026-11-22T10:00:00')).toEqual([]);
});

test("a sample name without this task's number raises a doubt, and a missing name raises none", () => {
  const named = (sampleName: string | null, sampleId: string | null = null) =>
    doubtsOf({ sampleName, sampleId }, facts);
  for (const name of ['MW-2-6-6 IC 90', 'Blank', 'standard', 'ペプチド', '7'])
    expect(named(name), name).toEqual(['unnamed_sample']);
  for (const name of ['T-10114', 'VP-10114-R1', '10114_inj2', '', null, ' - '])
    expect(named(name)).toEqual([]);
  expect(named('MW-2', '10114')).toEqual([]);
});

test("only the reported run needs a time, and only if its file's time is unreadable or the method requires one", () => {
  const sources = ['file', 'typed', 'two_readings', 'unreadable', 'not_recorded'] as const;
  const asked = (isUsed: boolean, requires: 'injection_time'[], reason?: string) =>
    sources.filter((source) =>
      wantsTime({ isUsed, source, typed: reason === undefined ? null : { reason } }, requires),
    );
  expect(asked(true, [])).toEqual(['unreadable']);
  expect(asked(true, ['injection_time'])).toEqual(['two_readings', 'unreadable', 'not_recorded']);
  expect(asked(false, ['injection_time'])).toEqual([]);
  expect(asked(true, ['injection_time'], 'The clock had no battery.')).toEqual([]);
});

test("a reviewer's permission covers the times in the file and the times that were typed before", () => {
  const doubt = fc.constantFrom('before_receipt', 'in_future', 'other_sample', 'unnamed_sample');
  const source = fc.constantFrom('file', 'typed', 'two_readings', 'not_recorded');
  const seconds = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(
      fc.uniqueArray(doubt),
      doubt,
      source,
      seconds,
      seconds,
      (doubts, what, source, typed, said) => {
        const time = { source, at: null, times: source === 'two_readings' ? ['a', 'b'] : ['a'] };
        const left = unallowed(doubts, {
          allowances: [{ what, at: new Date(said * 1000) }],
          time,
          typed: { at: new Date(typed * 1000) },
        });
        const isOfTime = what === 'before_receipt' || what === 'in_future';
        const isOutdated = source === 'typed' && isOfTime && said < typed;
        expect(left).toEqual(doubts.filter((each) => each !== what || isOutdated));
      },
    ),
  );
});
