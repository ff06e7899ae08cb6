import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  dateWords,
  dayInYear,
  dayOf,
  exactMinute,
  exactMoment,
  formatDate,
  formatDateTime,
  formatTime,
  fullDay,
  isoOf,
  momentWords,
  shortDay,
  shortWeekday,
  weekdayOf,
} from './dates.ts';

const at = new Date('2026-11-09T23:04:05.678Z');

it('an instant is written in UTC, to the day, the minute or the second', () => {
  expect(dayOf(at)).toBe('2026-11-09');
  expect(dateWords(at.toISOString())).toBe('9 November 2026');
  expect(momentWords(at.toISOString())).toBe('9 November 2026, 23:04 UTC');
  expect(exactMoment(at.toISOString())).toBe('2026-11-09 23:04:05 UTC');
  expect(exactMinute(at.toISOString())).toBe('2026-11-09 23:04');
  expect([isoOf(at), isoOf(null), isoOf(undefined)]).toEqual(['2026-11-09T23:04:05.678Z', null, null]);
});

it('a time is written with its UTC offset, or without an offset if the offset is unknown', () => {
  expect(momentWords('2026-07-17T05:48:00+02:00')).toBe('17 July 2026, 05:48 UTC+02:00');
  expect(momentWords('2026-07-17T05:48:00+00:00')).toBe('17 July 2026, 05:48 UTC');
  expect(momentWords('2026-07-17T05:48')).toBe('17 July 2026, 05:48');
});

it('an instant is shown in the time zone that the page chose, and a time names this zone', () => {
  expect(formatDate(at.toISOString(), 'UTC')).toBe('9 Nov 2026');
  expect(formatDate(at.toISOString(), 'Asia/Tokyo')).toBe('10 Nov 2026');
  expect(formatDateTime(at.toISOString(), 'UTC')).toBe('9 Nov 2026, 23:04\u00A0UTC');
  expect(formatTime(at.toISOString(), 'Asia/Tokyo')).toBe('08:04');
});

it('a calendar day is written the same in every time zone', () => {
  const day = '2026-12-04';
  expect(fullDay(day)).toMatch(/^Friday,? 4 December 2026$/);
  expect([dayInYear(day), shortDay(day), weekdayOf(day), shortWeekday(day)]).toEqual([
    '4 December',
    '4 Dec',
    'Friday',
    'Fri',
  ]);
});

it('dateWords writes the same date as Intl', () => {
  const long = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (day) => {
      expect(dateWords(day.toISOString())).toBe(long.format(day));
    }),
  );
});
