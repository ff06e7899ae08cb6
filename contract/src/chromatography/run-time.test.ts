import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDayFirst, runTime } from './run-time.ts';

describe('the time of a run', () => {
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
    ['8/2/2023 5:08:21 PM EDT', null, '2023-08-02T17:08:21'],
    ['8/2/2023 12:08:21 AM', null, '2023-08-02T00:08:21'],
    ['30-Oct-18, 17:43:05', null, '2018-10-30T17:43:05'],
    ['Oct 30, 2018 5:43:05 PM', null, '2018-10-30T17:43:05'],
    ['31.04.2017 10:00:00', null, null],
    ['2023-08-02 25:00:00', null, null],
    ['yesterday at 10:00', null, null],
    ['02/08/2023', true, null],
    ['', null, null],
  ])('“%s”, day first: %s', (words, dayFirst, iso) => {
    expect(runTime(words, dayFirst)).toBe(iso);
  });

  it('is told by the other dates of the file', () => {
    expect(isDayFirst('Acquired 02/08/2023\nOutput Date 21/08/2024')).toBe(true);
    expect(isDayFirst('Acquired 02/08/2023\nOutput Date 08/21/2024')).toBe(false);
    expect(isDayFirst('Acquired 02/08/2023')).toBeNull();
    expect(isDayFirst('21/08/2024 and 08/21/2024')).toBeNull();
  });

  it('is no time or one that can be read again, whatever the words', () => {
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
