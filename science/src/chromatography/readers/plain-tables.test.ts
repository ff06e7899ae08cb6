import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { integrate } from '../peak-detection.ts';
import { readChromatogram } from './chromatogram-file.ts';
import { chromeleon, labSolutions } from './exports.fixture.ts';

const noInflate = () => {
  throw new Error('nothing is packed here');
};
const utf8 = (text: string) => new TextEncoder().encode(text);
const readBytes = (bytes: Uint8Array) => {
  const reading = readChromatogram(bytes, noInflate);
  if (!reading.ok) throw new Error(reading.message);
  return reading;
};
const read = (lines: string[]) => readBytes(utf8(lines.join('\n')));
const refused = (lines: string[]) => {
  const reading = readChromatogram(utf8(lines.join('\n')), noInflate);
  return reading.ok ? 'read' : reading.message;
};
const height = (place: number) => (0.5 + 80 * Math.exp(-(((place - 60) / 6) ** 2))).toFixed(4);
const rows = (write: (time: string, signal: string) => string, count = 120) =>
  Array.from({ length: count }, (_, place) => write((place / 20).toFixed(4), height(place)));
const PLAIN = read(['Time (min),mAU', ...rows((time, signal) => `${time},${signal}`)]).trace;

/**
 * Files that were edited by hand. Each has something that the reader once misread. They are not part of the repository.
 */
const FOLDER = join(
  process.env.VENDOR_DATA ?? join(import.meta.dirname, '../../../../../shared/data/vendor'),
  '../inputs',
);

describe.skipIf(!existsSync(FOLDER))('files that an earlier reader misread are now read correctly', () => {
  const file = (name: string) => readBytes(readFileSync(join(FOLDER, name)));
  const mainPeak = (name: string) => {
    const { peaks, main_peak } = integrate(file(name).trace);
    return peaks[main_peak ?? Number.NaN]?.retention_min;
  };

  it('the reader finds the main peak of seconds-underscore.csv at 3 minutes', () => {
    expect(mainPeak('seconds-underscore.csv')).toBeCloseTo(3, 1);
  });

  it('the reader reads the column after the time as the signal in index-column.csv and index-time_min.csv', () => {
    expect(file('index-column.csv')).toMatchObject({ channel: 'signal', channels: [] });
    expect(file('index-time_min.csv')).toMatchObject({ channel: 'intensity_mV', unit: 'mV', warnings: [] });
    expect(integrate(file('index-column.csv').trace).purity_percent).toBeGreaterThan(50);
  });

  it('the reader refuses spectrum-mz.csv', () => {
    const reading = readChromatogram(readFileSync(join(FOLDER, 'spectrum-mz.csv')), noInflate);
    expect(reading).toMatchObject({ ok: false, message: expect.stringMatching(/counts m\/z, not time/) });
  });

  it('the reader computes the right purity from thousands-en.txt', () => {
    expect(integrate(file('thousands-en.txt').trace).purity_percent).toBeCloseTo(91.63, 1);
    expect(Math.max(...file('thousands-en.txt').trace.signal_mau)).toBeCloseTo(98.54, 1);
  });
});

describe('the reader assumes the unit mAU or asks for the unit if a file states none', () => {
  const plain = rows((time, signal) => `${time},${signal}`);

  it('the reader assumes mAU for a file without a unit, and warns of this', () => {
    for (const heading of ['Time,Signal', 'Time,UV 214 nm', 'Time,Absorbance', 'Run 7', 'Time,TIC']) {
      expect(read([heading, ...plain])).toMatchObject({
        unit: 'mAU',
        warnings: [
          { code: 'unit_unknown', text: 'The file names no unit of its signal; heights were read as mAU.' },
        ],
      });
    }
  });

  it('the reader asks for the unit of a file if its numbers are too large for mAU', () => {
    const large = rows((time, signal) => `${time},${Math.round(8750 * Number(signal))}`);
    const text =
      'The file names no unit of its signal; heights were read as mAU. The signal reaches 704,375, which no absorbance in mAU does: are these counts, µAU or µV? If so, export with the unit in the heading.';
    expect(read(['Time,TIC', ...large]).warnings).toEqual([{ code: 'unit_unknown', text }]);
    expect(read(['Time,TIC (counts)', ...large]).warnings).toMatchObject([{ code: 'other_unit' }]);
    const loud = { minutes: PLAIN.minutes, signal_mau: PLAIN.signal_mau.map((value) => 100 * value) };
    for (const file of [
      chromeleon({ unit: '', trace: loud }),
      labSolutions({ channels: [{ units: '', trace: loud }] }),
    ]) {
      expect(read([file]).warnings).toMatchObject([
        { code: 'unit_unknown', text: expect.stringContaining('reaches 8,050') },
      ]);
    }
  });
});

describe('the reader accepts tables in several layouts', () => {
  it('the reader accepts a table with vertical bars between its columns', () => {
    expect(read(['Time (min)|mAU', ...rows((time, signal) => `${time}|${signal}`)]).trace).toEqual(PLAIN);
    const framed = rows((time, signal) => `| ${time} | ${signal} |`);
    expect(read(['| Time (min) | mAU |', ...framed]).trace).toEqual(PLAIN);
  });

  it.each(['utf-16le', 'utf-16be'])(
    'the reader accepts a table in %s without a byte order mark',
    (encoding) => {
      const lines = ['Zeit (min)\tmAU', ...rows((time, signal) => `${time}\t${signal}`), ''];
      const bytes = Buffer.from(lines.join('\r\n'), 'utf16le');
      expect(readBytes(encoding === 'utf-16be' ? bytes.swap16() : bytes).trace).toEqual(PLAIN);
    },
  );

  it('the reader accepts a table whose runs are named by numbers, as in ÄKTA files', () => {
    const names = '10\t\t10\t\t10\t\t10\t';
    const curves = 'Run:10_UV1_280nm\t\tRun:10_Cond\t\tRun:10_pH\t\tRun:10_Fractions\t';
    const units = 'min\t mAU\tmin\t mS/cm\tmin\t \tmin\t(Fractions)';
    const lines = rows(
      (time, signal) => `   ${time}\t   ${signal}\t  ${time}\t 1.836000\t ${time}\t 5.1\t 35.562\t "F3"`,
    );
    expect(read([names, curves, units, ...lines])).toMatchObject({ unit: 'mAU', trace: PLAIN });
    expect(refused([names, curves, units.replaceAll('min', 'ml'), ...lines])).toBe(
      'Line 3: the heading "ml" counts volume, not time; export the chromatogram with a column of times in minutes or seconds.',
    );
  });

  it('the reader accepts a table in which one curve has its own times and ends before the others', () => {
    const heading = 'min\tmAU\tmin\tmS/cm';
    const lines = rows((time, signal) => `${time}\t${signal}\t${time}\t7.5`);
    const others = ['\t\t5.9500\t7.5', '   \t   \t6.0000\t7.6', '\t\t6.0500\t7.5'];
    expect(read([heading, ...lines, ...others]).trace).toEqual(PLAIN);
  });

  it('the reader accepts a table with a summary below it, and a warning names the summary', () => {
    const below = ['', 'Total area,12345.6', 'End of data'];
    const reading = read(['Time (min),mAU', ...rows((time, signal) => `${time},${signal}`), ...below]);
    expect(reading.trace).toEqual(PLAIN);
    expect(reading.warnings).toEqual([
      {
        code: 'lines_below',
        text: 'From line 123 on, “Total area,12345.6”, no line begins with a number; these 2 lines were left out.',
      },
    ]);
  });

  it('the reader refuses a file with two tables, one above the other, and says what to do', () => {
    const above = ['Time (min),mAU', ...rows((time, signal) => `${time},${signal}`)];
    expect(refused([...above, 'Peak,Area', '1,100'])).toBe(
      'Line 122: "Peak" is not a number; if another table begins here, remove it.',
    );
    expect(refused([...above, 'Peak,Time,Area', '1,3.0,100'])).toBe(
      'Line 122: 3 columns; 2 are expected; if another table begins here, remove it.',
    );
  });

  it.each(['00:00:01', '0:01:30.5', '1:30'])(
    'the reader refuses a table whose times are written as %s',
    (time) => {
      const words = `"${time}" is a time of a clock; export times as a number of minutes or seconds.`;
      expect(refused(['Time,Signal', ...rows((_, signal) => `${time},${signal}`)])).toBe(`Line 2: ${words}`);
      expect(refused(['Time,A,B', ...rows((_, signal) => `${time},${signal},1`)])).toBe(`Line 2: ${words}`);
    },
  );
});

describe('the reader reads the areas of LabSolutions', () => {
  it('the areas of LabSolutions have no unit if the file states no unit', () => {
    const text = labSolutions({
      channels: [{ section: 'PDA Multi Chromatogram(Ch1)', nm: '214', units: '' }],
    });
    expect(read([text]).vendorPeaks).toMatchObject([{ area: 32406, area_unit: null }]);
  });
});
