import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDayFirst, runTime, runTimes } from './run-time.ts';

describe('the reader finds the time of a run', () => {
  it.each<[string, boolean | null, string | null]>([
    ['20181030174305+0000', null, '2018-10-30T17:43:05+00:00'],
    ['20110405161227', null, '2011-04-05T16:12:27'],
    ['2023-08-02T17:08:21Z', null, '2023-08-02T17:08:21Z'],
    ['2023-08-02 17:08:21.5+02', null, '2023-08-02T17:08:21+02:00'],
    ['26.05.2017 16:52:02', null, '2017-05-26T16:52:02'],
    ['02/08/2023 17:08:21', true, '2023-08-02T17:08:21'],
    ['02/08/2023 17:08:21', false, '2023-02-08T17:08:21'],
    ['02/08/2023 17:08:21', null, null],
    ['21/08/2023 17:08', null, '2023-08-21T17:08:00'],
    ['8/2/2023 5:08:21 PM EDT', false, '2023-08-02T17:08:21'],
    ['8/2/2023 12:08:21 AM', false, '2023-08-02T00:08:21'],
    ['8/2/2023 12:08:21 AM', null, null],
    ['17/7/2020 下午 5:48:49', null, '2020-07-17T17:48:49'],
    ['2020/7/17 上午 12:48:49', null, '2020-07-17T00:48:49'],
    ['2020-07-17 오후 5:48:49', null, '2020-07-17T17:48:49'],
    ['17/7/2020 5:48:49 μμ', null, '2020-07-17T17:48:49'],
    ['17/07/2020 05:48:49 م', null, '2020-07-17T17:48:49'],
    ['17/07/2566 17:48:49', null, '2023-07-17T17:48:49'],
    ['12 March 10:30:00', null, null],
    ['17.07.2020 Sa 17:48:49', null, '2020-07-17T17:48:49'],
    ['17.07.2020 17:48:49 PM', null, '2020-07-17T17:48:49'],
    ['17/07/2020 05:48:49 CH', null, '2020-07-17T17:48:49'],
    ['17:48:49 17.07.2020', null, '2020-07-17T17:48:49'],
    ['30-Oct-18, 17:43:05', null, '2018-10-30T17:43:05'],
    ['Oct 30, 2018 5:43:05 PM', null, '2018-10-30T17:43:05'],
    ['31.04.2017 10:00:00', null, null],
    ['2023-08-02 25:00:00', null, null],
    ['yesterday at 10:00', null, null],
    ['02/08/2023', true, null],
    ['', null, null],
  ])('if the day comes first, the text “%s” means %s', (words, dayFirst, iso) => {
    expect(runTime(words, dayFirst)).toBe(iso);
  });

  it('a text has two possible times if its day and month can be exchanged', () => {
    const both = ['2026-06-12T23:49:36', '2026-12-06T23:49:36'];
    expect(runTimes('12/06/2026 11:49:36 PM', null)).toEqual(both);
    expect(runTimes('12/06/2026 23:49:36', null)).toEqual(both);
    expect(runTimes('12/06/2026 11:49:36 PM', true)).toEqual(['2026-06-12T23:49:36']);
    expect(runTimes('13/06/2019 12:11:41 AM', null)).toEqual(['2019-06-13T00:11:41']);
    expect(runTimes('', null)).toEqual([]);
  });

  it('other dates of the file decide an ambiguous date', () => {
    expect(isDayFirst('Acquired 02/08/2023\nOutput Date 21/08/2024')).toBe(true);
    expect(isDayFirst('Acquired 02/08/2023\nOutput Date 08/21/2024')).toBe(false);
    expect(isDayFirst('Acquired 02/08/2023')).toBeNull();
    expect(isDayFirst('21/08/2024 and 08/21/2024')).toBeNull();
  });

  it('a text with an impossible time zone has no time', () => {
    expect(runTime('2024-10-04 0:00+50', true)).toBeNull();
    expect(runTime('2024-10-04 0:00+0575', true)).toBeNull();
    expect(runTime('2024-10-04 0:00+0530', true)).toBe('2024-10-04T00:00:00+05:30');
  });

  it('a time that was read from any text is a date that JavaScript can read', () => {
    const words = fc.oneof(
      fc.string(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.stringMatching(/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4} \d{1,2}:\d\d(:\d\d)?( ?[AP]M)?([+-]\d\d)?$/),
    );
    fc.assert(
      fc.property(words, fc.constantFrom(true, false, null), (text, dayFirst) => {
        const time = runTime(text, dayFirst);
        return time === null || !Number.isNaN(Date.parse(time));
      }),
    );
  });
});
