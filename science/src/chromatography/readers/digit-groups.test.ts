import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Thousands } from '../types.ts';
import { readChromatogram } from './chromatogram-file.ts';

const noInflate = () => {
  throw new Error('nothing is packed here');
};
const HEIGHTS = Array.from({ length: 150 }, (_, place) =>
  Math.round(40 + 98_500 * Math.exp(-(((place - 70) / 8) ** 2)) + (place % 7)),
);
const grouped = (value: number, mark: string) => String(value).replace(/\B(?=(\d{3})+$)/g, mark);
type Written = {
  time?: (place: number) => string;
  value?: (value: number) => string;
  heights?: number[];
  heading?: string;
  separator?: string;
};
const written = ({
  time = String,
  value = String,
  heights = HEIGHTS,
  heading = 'Time (sec)\tuV',
  separator = '\t',
}: Written) =>
  new TextEncoder().encode(
    [
      heading.replace('\t', separator),
      ...heights.map((height, place) => time(place * 5) + separator + value(height)),
    ].join('\r\n'),
  );
const read = (file: Written, thousands?: Thousands) => {
  const reading = readChromatogram(written(file), noInflate, { thousands });
  return reading.ok ? reading.trace : reading.message;
};
const PLAIN = read({});

describe('the reader recognises thousands separators', () => {
  it.each<[string, Written]>([
    ['English commas', { value: (value) => grouped(value, ',') }],
    ['German points', { value: (value) => grouped(value, '.') }],
    ['points, semicolons between the columns', { value: (value) => grouped(value, '.'), separator: ';' }],
    ['blanks that do not break', { value: (value) => grouped(value, '\u00a0') }],
    ['narrow blanks', { value: (value) => grouped(value, '\u202f') }],
    ['blanks', { value: (value) => grouped(value, ' ') }],
    ['apostrophes', { value: (value) => grouped(value, '’') }],
    [
      'commas in quotes, commas between the columns',
      { value: (value) => (value > 999 ? `"${grouped(value, ',')}"` : String(value)), separator: ',' },
    ],
    [
      'commas beside times with decimal points',
      { time: (seconds) => `${seconds}.0`, value: (value) => grouped(value, ',') },
    ],
    [
      'points beside times with decimal commas',
      { time: (seconds) => `${seconds},0`, value: (value) => grouped(value, '.') },
    ],
    [
      'commas before decimal points',
      { value: (value) => (value > 999 ? `${grouped(value, ',')}.0` : `${value}.0`) },
    ],
    [
      'commas in the times too, in milliseconds',
      {
        time: (seconds) => grouped(1000 * seconds, ','),
        value: (value) => grouped(value, ','),
        heading: 'Time (ms)\tuV',
      },
    ],
  ])('the reader recognises %s as thousands separators', (_, file) => {
    expect(read(file)).toEqual(PLAIN);
  });

  it('the reader recognises thousands separators even if every number of the file has them', () => {
    const heights = HEIGHTS.map((value) => value + 2_000_000);
    expect(read({ heights, value: (value) => grouped(value, ',') })).toEqual(read({ heights }));
  });

  it('a table of whole numbers has the same values with thousands separators and without them', () => {
    const values = fc.array(fc.integer({ min: -5_000_000, max: 5_000_000 }), {
      minLength: 100,
      maxLength: 120,
    });
    const dialect = fc.constantFrom(['\t', ','], ['\t', '.'], [';', ','], [';', '.'], ['|', ',']);
    fc.assert(
      fc.property(values, dialect, (drawn, [separator = '', mark = '']) => {
        const heights = [5, ...drawn];
        const plain = read({ heights, separator });
        expect(plain).toHaveProperty('signal_mau');
        expect(read({ heights, separator, value: (value) => grouped(value, mark) })).toEqual(plain);
      }),
      { numRuns: 50 },
    );
  });

  it.each<[string, Written, RegExp]>([
    [
      'every number has one',
      { heights: HEIGHTS.map((value) => value + 1000), value: (value) => grouped(value, ',') },
      /^Line 2: "1,040" can be 1040 or 1\.040, and no other number of the file tells which; export without marks between thousands, or with two decimals\.$/,
    ],
    [
      'larger numbers have none',
      { value: (value) => (value > 98_500 ? String(value) : grouped(value, '.')) },
      /^Line \d+: "\d+\.\d{3}" can be /,
    ],
    [
      'the times are ambiguous, too',
      {
        time: (seconds) => grouped(1000 * seconds + 12_000, ','),
        value: (value) => grouped(value, ','),
        heading: 'Time\tuV',
      },
      /^Line \d+: "\d+,\d{3}" can be /,
    ],
  ])('the reader asks a person about the separators of a file in which %s', (_, file, message) => {
    expect(read(file)).toMatch(message);
  });
});

describe('a person answers the question about ambiguous separators', () => {
  const heights = HEIGHTS.map((value) => value + 1000);
  const doubted = { heights, value: (value: number) => grouped(value, ',') };

  it('the question about separators quotes a number of the file and both values that it can have', () => {
    const refused = readChromatogram(written(doubted), noInflate);
    expect(refused).toMatchObject({ readings: { text: '1,040', groups: '1040', decimals: '1.040' } });
  });

  it('the person’s answer decides what the separators mean, and is stored with the chromatogram', () => {
    expect(read(doubted, 'groups')).toEqual(read({ heights }));
    expect(read(doubted, 'decimals')).toEqual(
      read({ heights, value: (value) => (value / 1000).toFixed(3).replace('.', ','), time: (s) => `${s},0` }),
    );
    expect(readChromatogram(written(doubted), noInflate, { thousands: 'groups' })).toHaveProperty(
      'thousands',
      'groups',
    );
  });

  it('the answer about separators is ignored if the separators of the file are unambiguous', () => {
    const value = fc.constantFrom(
      String,
      (one: number) => grouped(one, ','),
      (one: number) => grouped(one, '.'),
      (one: number) => `${one}.25`,
    );
    fc.assert(
      fc.property(value, fc.constantFrom('groups', 'decimals'), fc.nat(3000), (write, thousands, more) => {
        const file = { heights: HEIGHTS.map((one) => one + more), value: write };
        const told = read(file);
        if (typeof told !== 'string') expect(read(file, thousands as Thousands)).toEqual(told);
        const plain = readChromatogram(written({}), noInflate, { thousands: thousands as Thousands });
        expect(plain).not.toHaveProperty('thousands');
      }),
      { numRuns: 30 },
    );
  });
});

describe('the reader recognises a decimal sign before three digits', () => {
  const three = (value: number) => (value / 1000).toFixed(3);
  const thousandth = read({ value: three });

  it.each<[string, Written]>([
    ['decimal commas', { value: (value) => three(value).replace('.', ',') }],
    ['commas between the columns', { value: three, separator: ',' }],
  ])('the reader reads the sign before three digits as a decimal sign in a file with %s', (_, file) => {
    expect(read(file)).toEqual(thousandth);
  });

  it('the reader reads a sign before three digits as a decimal sign if the times have decimals, too', () => {
    const heights = HEIGHTS.map((value) => value + 5000);
    const time = (seconds: number) => (seconds / 60 + 12).toFixed(3);
    const trace = read({ heights, value: three, time, heading: 'Time (min)\tmV' });
    expect(trace).toMatchObject({ minutes: expect.arrayContaining([12, 12.083]) });
    expect(trace).toMatchObject({ signal_mau: expect.arrayContaining([5.04]) });
  });
});
