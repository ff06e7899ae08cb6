import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from './dates.ts';
import { isWorkingDay, workingDaysAfter, workingDaysBetween } from './working-days.ts';

const NONE = new Set<string>();
const CHRISTMAS = new Set(['2026-12-24', '2026-12-25', '2027-01-01']);
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
const holidays = fc
  .array(fc.integer({ min: 0, max: 90 }), { maxLength: 30 })
  .map(
    (offsets) => (from: Date) =>
      new Set(offsets.map((n) => dayOf(new Date(from.getTime() + n * 86_400_000)))),
  );

describe('working days are counted without weekends and holidays', () => {
  it.each([
    // The first cases start on a Monday. The next ones contain a weekend.
    ['2026-11-23T09:00:00Z', 1, '2026-11-24'],
    ['2026-11-23T23:59:59Z', 7, '2026-12-02'],
    // For a start on Friday, Saturday or Sunday, the first working day is Monday.
    ['2026-11-27T12:00:00Z', 1, '2026-11-30'],
    ['2026-11-28T00:00:00Z', 1, '2026-11-30'],
    ['2026-11-29T23:00:00Z', 1, '2026-11-30'],
    ['2026-12-31T12:00:00Z', 2, '2027-01-04'],
    // In these nights the clocks change, so the week is an hour shorter or longer.
    ['2026-03-27T23:30:00Z', 1, '2026-03-30'],
    ['2026-03-06T23:30:00Z', 5, '2026-03-13'],
    ['2026-10-23T22:30:00Z', 1, '2026-10-26'],
    ['2026-10-30T00:30:00Z', 1, '2026-11-02'],
  ])('%s plus %d working days is %s', (from, days, day) => {
    expect(workingDaysAfter(new Date(from), days, NONE)).toBe(day);
    expect(workingDaysBetween(from.slice(0, 10), day, NONE)).toBe(days);
  });

  it.each([
    // Holidays in the middle; the last of them is a Friday before a weekend.
    ['2026-12-22T10:00:00Z', 1, '2026-12-23'],
    ['2026-12-22T10:00:00Z', 2, '2026-12-28'],
    ['2026-12-22T10:00:00Z', 6, '2027-01-04'],
    // The sample arrives on a holiday.
    ['2026-12-24T10:00:00Z', 1, '2026-12-28'],
    ['2026-12-25T10:00:00Z', 1, '2026-12-28'],
  ])('with holidays left out, %s plus %d working days is %s', (from, days, day) => {
    expect(workingDaysAfter(new Date(from), days, CHRISTMAS)).toBe(day);
    expect(workingDaysBetween(from.slice(0, 10), day, CHRISTMAS)).toBe(days);
  });

  it('a weekend, a holiday and a period that ends before it begins contain no working days', () => {
    expect(workingDaysBetween('2026-11-27', '2026-11-29', NONE)).toBe(0);
    expect(workingDaysBetween('2026-12-23', '2026-12-27', CHRISTMAS)).toBe(0);
    expect(workingDaysBetween('2026-12-23', '2026-12-22', CHRISTMAS)).toBe(0);
    // A holiday on a Sunday changes nothing, because a Sunday is no working day.
    expect(workingDaysBetween('2026-11-27', '2026-11-30', new Set(['2026-11-29']))).toBe(1);
  });

  it('the end of a period of working days is a working day, and counting back from it gives the same number of days', () => {
    fc.assert(
      fc.property(moment, holidays, fc.integer({ min: 1, max: 60 }), (from, holidaysFrom, days) => {
        const free = holidaysFrom(from);
        const end = workingDaysAfter(from, days, free);
        expect(isWorkingDay(end, free)).toBe(true);
        expect(workingDaysBetween(dayOf(from), end, free)).toBe(days);
      }),
    );
  });

  it('the working days of two adjacent periods add up to those of both periods together', () => {
    const days = fc.tuple(fc.nat(60), fc.nat(60));
    fc.assert(
      fc.property(moment, holidays, days, (from, holidaysFrom, [first, second]) => {
        const free = holidaysFrom(from);
        const on = (n: number) => dayOf(new Date(from.getTime() + n * 86_400_000));
        const whole = workingDaysBetween(on(0), on(first + second), free);
        expect(
          workingDaysBetween(on(0), on(first), free) +
            workingDaysBetween(on(first), on(first + second), free),
        ).toBe(whole);
        expect(whole).toBeLessThanOrEqual(workingDaysBetween(on(0), on(first + second), NONE));
      }),
    );
  });
});
