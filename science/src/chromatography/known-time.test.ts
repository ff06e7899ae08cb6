import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownTime, mayBeTyped } from './known-time.ts';

const unreadable = [{ code: 'injection_time' }];
const readings = ['2026-06-12T23:49:36', '2026-12-06T23:49:36'];
const nothing = { typedAt: null, order: null };

test('if the file contains its time, the time that a person typed is ignored', () => {
  const file = { acquisition: { injectedAt: '2026-07-17T17:48:49' }, warnings: [] };
  const known = { source: 'file', at: '2026-07-17T17:48:49', times: ['2026-07-17T17:48:49'] };
  expect(knownTime(file, nothing)).toEqual(known);
  expect(knownTime(file, { typedAt: '2026-07-18T00:00', order: 'day_first' })).toEqual(known);
});

test('an ambiguous date has two possible times until a person says whether the day or the month comes first', () => {
  const file = { acquisition: { injectedAt: null, readings }, warnings: unreadable };
  expect(knownTime(file, nothing)).toEqual({ source: 'two_readings', at: null, times: readings });
  for (const [order, at] of [
    ['day_first', readings[0]],
    ['month_first', readings[1]],
  ] as const)
    expect(knownTime(file, { typedAt: null, order })).toEqual({ source: 'file', at, times: [at] });
});

test('a typed time is used for a file without a time; for an ambiguous date, both possible times stay', () => {
  const typedAt = '2026-11-20T10:00';
  const typed = { source: 'typed', at: typedAt, times: [typedAt] };
  expect(knownTime({ acquisition: {}, warnings: [] }, { typedAt, order: null })).toEqual(typed);
  expect(knownTime({ acquisition: {}, warnings: unreadable }, { typedAt, order: null })).toEqual(typed);
  const file = { acquisition: { readings }, warnings: unreadable };
  expect(knownTime(file, { typedAt: '2026-06-12T23:49', order: null })).toEqual({
    source: 'typed',
    at: '2026-06-12T23:49',
    times: [...readings, '2026-06-12T23:49'],
  });
});

test('a file with an unreadable time and a file without a time give different answers', () => {
  expect(knownTime({ acquisition: {}, warnings: unreadable }, nothing).source).toBe('unreadable');
  expect(knownTime({ acquisition: {}, warnings: [{ code: 'drift' }] }, nothing).source).toBe('not_recorded');
});

test('a person may type any time for a file without one; for an ambiguous date, only one of the two possible times', () => {
  const of = (acquisition: object) => knownTime({ acquisition, warnings: [] }, nothing);
  expect(mayBeTyped('2026-11-20T10:00', of({}))).toBe(true);
  expect(mayBeTyped('2026-11-20T10:00', of({ readings }))).toBe(false);
  expect(mayBeTyped('2026-12-06T23:49', of({ readings }))).toBe(true);
  expect(mayBeTyped('2026-11-20T10:00', of({ injectedAt: '2026-11-20T10:00:00' }))).toBe(false);
});

test('neither a typed time nor the order of day and month changes a time that the file states clearly', () => {
  const time = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19));
  const file = fc.oneof(
    time.map((injectedAt) => ({ injectedAt })),
    fc.tuple(time, time).map(([one, other]) => ({ injectedAt: null, readings: [one, other] })),
    fc.constant({ injectedAt: null }),
  );
  const order = fc.constantFrom('day_first' as const, 'month_first' as const, null);
  fc.assert(
    fc.property(file, fc.option(time), order, (acquisition, typedAt, order) => {
      const own = knownTime({ acquisition, warnings: [] }, { typedAt: null, order });
      const known = knownTime({ acquisition, warnings: [] }, { typedAt, order });
      // The list has each time that the file can mean, whatever a person typed.
      expect(known.times).toEqual(expect.arrayContaining(own.times));
      if (own.source === 'file') expect(known).toEqual(own);
      else if (typedAt !== null) expect(known).toMatchObject({ source: 'typed', at: typedAt });
      // If the order of day and month is known, each date has only one meaning.
      if (order !== null) expect(known.source).not.toBe('two_readings');
      expect(known.at === null).toBe(!['file', 'typed'].includes(known.source));
    }),
  );
});
