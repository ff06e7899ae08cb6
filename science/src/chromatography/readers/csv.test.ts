import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../text-encoding.ts';
import { TRACE_LIMITS } from '../trace-limits.ts';
import { readChromatogramCsv } from './csv.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const rows = (count: number, write: (time: string, signal: string) => string, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    write(((from + index) / 100).toFixed(2), Math.sin(index / 9).toFixed(3)),
  );
const plain = (time: string, signal: string) => `${time},${signal}`;
const comma = (text: string) => text.replace('.', ',');
const readBytes = (bytes: Uint8Array, preferredNm?: number) => {
  const decoded = decodeText(bytes);
  return decoded.ok ? readChromatogramCsv(decoded.text, { preferredNm }) : decoded;
};
const read = (lines: string[], end = '\n') => readBytes(utf8(lines.join(end)));
const message = (bytes: Uint8Array) => {
  const reading = readBytes(bytes);
  return reading.ok ? 'read' : reading.message;
};
const refused = (lines: string[]) => message(utf8(lines.join('\n')));
const NO_UNIT = {
  code: 'unit_unknown',
  text: 'The file names no unit of its signal; heights were read as mAU.',
};

describe('the reader reads a chromatogram from CSV', () => {
  const expected = read(rows(120, plain));

  it('the reader reads two plain columns', () => {
    expect(expected.ok && expected.trace.minutes.slice(0, 3)).toEqual([0, 0.01, 0.02]);
    expect(expected.ok && expected.trace.signal_mau[1]).toBe(0.111);
    expect(expected.ok && expected.warnings).toEqual([NO_UNIT]);
  });

  it.each([
    ['a byte order mark', utf8(`\ufeff${rows(120, plain).join('\n')}`)],
    ['Windows line ends', utf8(rows(120, plain).join('\r\n'))],
    ['old Macintosh line ends', utf8(rows(120, plain).join('\r'))],
    ['semicolons and decimal commas', utf8(rows(120, (t, s) => `${comma(t)};${comma(s)}`).join('\n'))],
    ['tabs and decimal commas', utf8(rows(120, (t, s) => `${comma(t)}\t${comma(s)}`).join('\n'))],
    ['blanks', utf8(rows(120, (t, s) => `  ${t}   ${s}`).join('\n'))],
    ['quotes', utf8(rows(120, (t, s) => `"${t}","${s}"`).join('\n'))],
    ['a separator at each end', utf8(rows(120, (t, s) => `${t};${s};`).join('\n'))],
    ['blank lines', utf8(rows(120, plain).join('\n\n'))],
    ['a heading', utf8(['Instrument: 3', '', 'Time (min),mAU', ...rows(120, plain)].join('\n'))],
    ['a spreadsheet hint', utf8(['sep=,', ...rows(120, plain)].join('\n'))],
    ['UTF-16', Buffer.from(`\ufeffTime (min),mAU\n${rows(120, plain).join('\n')}`, 'utf16le')],
    ['Windows-1252', Buffer.from(`Temperature 25 \u00b0C\n${rows(120, plain).join('\n')}`, 'latin1')],
  ])('the reader accepts CSV with %s', (what, bytes) => {
    const reading = readBytes(bytes);
    expect(reading.ok && reading.trace).toEqual(expected.ok && expected.trace);
    const warnings = ['a heading', 'UTF-16'].includes(what) ? [] : [NO_UNIT];
    expect(reading).toMatchObject({ unit: 'mAU', warnings });
  });

  it('the reader reads the CSV file that the browser tests use', () => {
    const reading = readBytes(readFileSync(new URL('../../../../e2e/fixtures/bpc157.csv', import.meta.url)));
    expect(reading.ok && reading.trace.minutes.length).toBe(3000);
  });

  it.each([
    [[...rows(12, plain), 'abc,1'], 'Line 13: "abc" is not a number.'],
    [['Time,mAU', ...rows(12, plain), '0.05,1'], 'Line 14: time 0.05 comes after 0.11; times must increase.'],
    [[...rows(12, plain), '0.11,1'], 'Line 13: time 0.11 repeats; times must increase.'],
    [[...rows(12, plain), '', '', '0.3'], 'Line 15: only one column; time and signal are needed.'],
    [[...rows(12, plain), '0.3,'], 'Line 13: the signal is missing.'],
    [[...rows(12, plain), '0.3,1,2'], 'Line 13: 3 columns; 2 are expected.'],
    [[...rows(12, plain), '0.3,1e999'], 'Line 13: "1e999" is beyond any detector.'],
    [[...rows(12, plain), '5400,1'], /^Line 13: time 5400 is beyond 600 minutes; is it in seconds\?$/],
    [['0,01,1,25', '0,02,1,26'], /^Line 1: commas stand both between columns and in decimals/],
    [['0.01;1,5', ...rows(12, plain)], 'Line 1: "1,5" has a decimal comma, the lines before do not.'],
    [
      ['Time,Pump A (bar)', ...rows(120, plain)],
      /^Line 1: the heading "Pump A \(bar\)" counts bar; export absorbance/,
    ],
    [
      rows(120, (t, s) => `${t},${s},1`),
      'Line 1: 3 columns without a heading for each; keep only time and signal.',
    ],
    [
      ['Time,mAU,mAU', ...rows(120, (t, s) => `${t},${s},1`)],
      'Line 1: several columns are named "mAU"; keep one of them.',
    ],
    [
      ['Number,A214,A280', ...rows(120, (t, s) => `${t},${s},1`)],
      'Line 1: no heading names a column of times.',
    ],
    [
      ['Time,Pressure (bar),Flow', ...rows(120, (t, s) => `${t},${s},1`)],
      'Line 1: no heading names a column of signals.',
    ],
    [rows(99, plain), 'Not a chromatogram: fewer than 100 points (99).'],
    [rows(120, (time) => `${time},0`), 'Not a chromatogram: the signal never changes.'],
    [rows(120, (time) => time), 'Line 1: only one column; time and signal are needed.'],
    [['', 'Dear laboratory,', 'thank you.'], /^Line 2: "Dear laboratory," is not a number/],
    [[' ', '\t'], 'Not a chromatogram: the file holds only blank lines.'],
  ])('for each wrong file (case %#), the message names the wrong line and the reason', (lines, reason) => {
    expect(refused(lines)).toMatch(reason);
  });

  it.each([
    ['%PDF-1.7\n', 'This is a PDF, not text.'],
    ['PK\u0003\u0004\u0014', 'This is a ZIP archive or an Excel workbook, not text.'],
    ['CDF\u0001\u0000', 'This is a netCDF file, not text.'],
    ['\ufeff<?xml version="1.0"?>', 'This is an XML file, not text.'],
    ['0,1\u0000', 'This is a binary file, not text.'],
    ['', 'The file is empty.'],
  ])(
    'for each file that cannot contain a chromatogram (case %#), the message names the kind of file',
    (text, reason) => {
      expect(message(utf8(text))).toBe(reason);
    },
  );

  it('the reader refuses a file that is too large', () => {
    expect(message(new Uint8Array(TRACE_LIMITS.bytes + 1).fill(48))).toMatch(/at most 10 MB/);
    expect(message(new Uint8Array(TRACE_LIMITS.bytes).fill(10))).toMatch(/only blank lines/);
    expect(refused(rows(TRACE_LIMITS.maxPoints + 1, (_, s) => s).map((s, i) => `${i / 1000},${s}`))).toBe(
      'Line 200001: more than 200,000 points.',
    );
    expect(message(utf8('a\n'.repeat(300_000)))).toBe('Not a chromatogram: more than 210,000 lines.');
  });

  it('the reader accepts a file with a gap, with points before the injection or with another unit, and warns of it', () => {
    const lines = ['Time (min);Signal (AU)', '-0.02;0', '-0.01;0', ...rows(120, (t, s) => `${t};${s}`)];
    const reading = read([...lines, ...rows(50, (t, s) => `${t};${s}`, 900)]);
    expect(reading.ok && reading.warnings).toEqual([
      {
        code: 'unit_converted',
        text: 'Line 1: the heading "Signal (AU)" counts AU; the signal was converted to mAU.',
      },
      { code: 'negative_times', text: '2 points before the injection (negative times) were left out.' },
      { code: 'gap', text: 'There is a gap between 1.19 and 9 min.' },
    ]);
  });
});

describe('the reader finds the unit of a column in its heading', () => {
  const under = (signal: string) => {
    const reading = read([`Time (min),${signal}`, ...rows(120, plain)]);
    if (!reading.ok) throw new Error(reading.message);
    return { unit: reading.unit, second: reading.trace.signal_mau[1], warnings: reading.warnings };
  };

  it('the reader stores the unit in a heading with the chromatogram, and converts AU to mAU and V to mV', () => {
    expect(under('mAU')).toEqual({ unit: 'mAU', second: 0.111, warnings: [] });
    expect(under('Signal')).toEqual({ unit: 'mAU', second: 0.111, warnings: [NO_UNIT] });
    expect(under('Absorbance (AU)')).toMatchObject({ unit: 'mAU', second: 111 });
    expect(under('Detector (mV)')).toEqual({ unit: 'mV', second: 0.111, warnings: [] });
    expect(under('V')).toEqual({
      unit: 'mV',
      second: 111,
      warnings: [
        {
          code: 'unit_converted',
          text: 'Line 1: the heading "V" counts V; the signal was converted to mV.',
        },
      ],
    });
    expect(under('FID (pA)')).toMatchObject({
      unit: 'pA',
      second: 0.111,
      warnings: [{ code: 'other_unit' }],
    });
  });
});

describe('the reader finds the columns of times and signals', () => {
  const plainReading = read(rows(120, plain));
  const expectedTrace = plainReading.ok ? plainReading.trace : { minutes: [], signal_mau: [] };
  const several = ['Index;RT (min);Pressure (bar);UV 280 nm (mAU);UV 214 nm (mAU);Comment'].concat(
    rows(120, (t, s) => `1;${t};80;5${s.slice(-2)};${s};n`),
  );

  it('if a file has several signals, the reader takes the one at the wavelength of peptides, and names the others', () => {
    const reading = readBytes(utf8(several.join('\n')));
    expect(reading).toMatchObject({ ok: true, wavelengthNm: 214, channel: 'UV 214 nm (mAU)' });
    expect(reading.ok && reading.trace).toEqual(expectedTrace);
    expect(reading.ok && reading.warnings).toEqual([
      {
        code: 'several_channels',
        text: 'The file holds 2 channels: “UV 214 nm (mAU)” was read, not “UV 280 nm (mAU)”.',
      },
    ]);
    expect(readBytes(utf8(several.join('\n')), 275)).toMatchObject({
      wavelengthNm: 280,
      warnings: [{ code: 'several_channels' }],
    });
    expect(readBytes(utf8(several.join('\n')), 350)).toMatchObject({
      warnings: [{ code: 'several_channels' }, { code: 'other_wavelength' }],
    });
  });

  it('the reader converts times in seconds or milliseconds to minutes', () => {
    for (const [heading, per] of [
      ['Time (s)', 60],
      ['Time [sec]', 60],
      ['msec', 60_000],
    ] as const) {
      const lines = expectedTrace.minutes.map(
        (time, place) => `${time * per},${expectedTrace.signal_mau[place]}`,
      );
      const reading = read([`${heading},mAU`, ...lines]);
      expect(reading).toMatchObject({ ok: true, warnings: [{ code: 'unit_converted' }] });
      expect(reading.ok && reading.trace).toEqual(expectedTrace);
    }
  });

  it('the reader accepts units on a line of their own, and two columns for each signal', () => {
    const lines = rows(120, (t, s) => `${t}\t${s}\t${Number(t) + 0.001}\t7${s.slice(-1)}`);
    const reading = read(['Time\tUV 214\tTime\tUV 280', 'min\tmAU\tmin\tmAU', ...lines]);
    expect(reading).toMatchObject({ ok: true, wavelengthNm: 214, unit: 'mAU' });
    const other = readBytes(utf8(['Time\tUV 214\tTime\tUV 280', ...lines].join('\n')), 280);
    expect(other.ok && other.trace.minutes[0]).toBe(0.001);
  });

  it('the reader accepts lines about the run above the table', () => {
    const reading = read([
      '# Sample Name: T-10114 \u0007MW 2',
      'Operator,"N. N."',
      'Date Acquired,2026-11-20 09:15:00',
      'Instrument Method,C:\\Methods\\peptides.M',
      'Time (min),mAU',
      ...rows(120, plain),
    ]);
    expect(reading.ok && reading.acquisition).toEqual({
      sampleName: 'T-10114 MW 2',
      sampleId: null,
      injectedAt: '2026-11-20T09:15:00',
      instrument: null,
      method: 'peptides.M',
      operator: 'N. N.',
      batch: null,
    });
  });
});

describe("the reader finds the right time in MassHunter's total ion current", () => {
  it('the reader finds the time in the title line of MassHunter, and does not read the file path as a sample name', () => {
    const title = 'D:\\MassHunter\\Data\\cedrol_mix_01.D Fri Jan 14 14:16:58 2022';
    expect(read([title, 'Start of data points', ...rows(120, plain)])).toMatchObject({
      ok: true,
      acquisition: { injectedAt: '2022-01-14T14:16:58', sampleName: null, sampleId: null },
    });
  });
});

describe('the reader works on random bytes and random tables', () => {
  it('the reader never throws and never returns a broken chromatogram, whatever bytes it gets', () => {
    const text = fc
      .array(fc.oneof(fc.string(), fc.constantFrom('0,1', '1;2', '3\t4', '-1,5', '1e9,2', 'Time,mAU', '"')), {
        maxLength: 300,
      })
      .map((lines) => utf8(lines.join('\n')));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 4000 }), text), (bytes) => {
        const reading = readBytes(bytes);
        if (!reading.ok) return reading.message.length > 0;
        const { minutes, signal_mau: signal } = reading.trace;
        return (
          minutes.length === signal.length &&
          minutes.every((time, index) => index === 0 || time > (minutes[index - 1] ?? Number.NaN)) &&
          signal.every(Number.isFinite)
        );
      }),
      { numRuns: 500 },
    );
  });

  it('the reader finds every number that the test wrote into a table, with any separators and signs', () => {
    const column = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), {
      minLength: 100,
      maxLength: 150,
    });
    const dialect = fc.constantFrom(['\t', ','], [';', ','], [';', '.'], [',', '.'], [' ', '.'], [' ', ',']);
    fc.assert(
      fc.property(column, dialect, (values, [separator = '', mark = '']) => {
        fc.pre(values.some((value) => value !== values[0]));
        const write = (value: number) => String(value).replace('.', mark);
        const lines = values.map((value, index) => `${write(index / 64)}${separator}${write(value)}`);
        const reading = read(['Time Signal', ...lines], '\r\n');
        expect(reading.ok && reading.trace).toEqual({
          minutes: values.map((_, index) => index / 64),
          signal_mau: values.map((value) => (Object.is(value, -0) ? 0 : value)),
        });
      }),
      { numRuns: 100 },
    );
  });
});
