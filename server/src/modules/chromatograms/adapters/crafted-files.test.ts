import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceAsCsv } from '../../../../database/seed/traces.ts';
import { readChromatogram } from './chromatogram-file.ts';
import { CRAFTED } from './crafted-files.fixture.ts';
import { chromeleon, empower, labSolutions, plainMzml, SMALL } from './exports.fixture.ts';
import { netcdf } from './netcdf.fixture.ts';

const read = (bytes: Uint8Array) =>
  readChromatogram(bytes, (packed, most) => inflateSync(packed, { maxOutputLength: most }));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a file that was made to hold up the reader', () => {
  it('is refused in words, after less than two seconds of work: too many of', () => {
    for (const [what, file, message] of CRAFTED) {
      const bytes = file();
      const began = process.cpuUsage();
      const reading = read(bytes);
      const { user, system } = process.cpuUsage(began);
      expect([what, reading]).toEqual([what, expect.objectContaining({ ok: false, message })]);
      expect([what, (user + system) / 1e6 < 2]).toEqual([what, true]);
    }
  });
});

const SMALL_NETCDF = netcdf(
  {
    detector_unit: 'mAU',
    detector_name: 'DAD1 A, Sig=214,4',
    injection_date_time_stamp: '20261120091500+0000',
  },
  [
    { name: 'actual_sampling_interval', values: [10] },
    { name: 'ordinate_values', values: SMALL.signal_mau },
    { name: 'peak_start_time', values: [480, 540] },
    { name: 'peak_end_time', values: [540, 600] },
    { name: 'peak_area', values: [10, 20] },
    { name: 'baseline_start_time', values: [480, 480] },
    { name: 'baseline_start_value', values: [0, 0] },
    { name: 'baseline_stop_time', values: [600, 600] },
    { name: 'baseline_stop_value', values: [0, 0] },
  ],
);
const FORMATS: [string, Uint8Array][] = [
  ['netCDF', SMALL_NETCDF],
  ['mzML', utf8(plainMzml())],
  ['CSV', utf8(traceAsCsv(SMALL))],
  ['LabSolutions', utf8(labSolutions())],
  ['Chromeleon', utf8(chromeleon({ comma: true }))],
  ['Empower', utf8(empower())],
  ['Empower, transposed', utf8(empower({ form: 'transposed' }))],
  ['Empower, photodiode array', utf8(empower({ form: 'plane' }))],
];
/** 10,000 files in all, the same ones in each run. */
const MUTATIONS = { numRuns: 10_000 / FORMATS.length, seed: 19 };

/** Words that mean something to a reader, in a place where they do not belong. */
const TOKENS = [
  '&lol;',
  '<!ENTITY lol "lol">',
  '<!DOCTYPE mzML [',
  ']]>',
  '<mzML>'.repeat(50),
  '9'.repeat(400),
  '1e999',
  'NaN',
  '-Infinity',
  '-',
  ',',
  '.',
  '\t',
  '\t'.repeat(2000),
  '\r\n',
  '\n\n\n',
  '"',
  '[Header]\n',
  '\n[LC Chromatogram(Detector A-Ch1)]\n',
  '\nWavelength\t214\n',
  '\u0000',
  '\ufeff',
  '\u202e',
  '\ud800',
  '(s)',
];

const share = fc.double({ min: 0, max: 1, noNaN: true });
/** Bytes changed, bits turned over, a piece taken out, a piece put in twice, words put in, the end cut off. */
const mutation = fc.record({
  changes: fc.array(fc.tuple(share, fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
  flips: fc.array(fc.tuple(share, fc.integer({ min: 0, max: 7 })), { maxLength: 4 }),
  cut: fc.tuple(share, fc.integer({ min: 0, max: 400 })),
  repeat: fc.tuple(share, fc.integer({ min: 0, max: 400 }), fc.constantFrom(0, 1, 1, 100)),
  words: fc.array(fc.tuple(share, fc.constantFrom(...TOKENS)), { maxLength: 2 }),
  end: fc.oneof(fc.constant(1), share),
  /** Headers stand at the start: there most changes mean something. */
  within: fc.constantFrom(1, 0.05),
});

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(bytes: Uint8Array, { changes, flips, cut, repeat, words, end, within }: Mutation) {
  const place = (share: number) => Math.floor(share * within * (bytes.length - 1));
  let copy = Buffer.from(bytes);
  for (const [share, byte] of changes) copy[place(share)] = byte;
  for (const [share, bit] of flips) copy[place(share)] = (copy[place(share)] ?? 0) ^ (1 << bit);
  const from = place(cut[0]);
  copy = Buffer.concat([copy.subarray(0, from), copy.subarray(from + cut[1])]);
  const again = place(repeat[0]);
  const pieces = Array.from({ length: repeat[2] }, () => copy.subarray(again, again + repeat[1]));
  copy = Buffer.concat([copy.subarray(0, again), ...pieces, copy.subarray(again)]);
  for (const [share, word] of words) {
    copy = Buffer.concat([copy.subarray(0, place(share)), Buffer.from(word), copy.subarray(place(share))]);
  }
  return new Uint8Array(copy.subarray(0, Math.ceil(end * copy.length)));
}

/** Answers a trace that can be drawn, or says in a sentence why there is none. */
function isAnswered(bytes: Uint8Array): boolean {
  const began = process.cpuUsage();
  const reading = read(bytes);
  const { user, system } = process.cpuUsage(began);
  if ((user + system) / 1e6 > 2) return false;
  if (!reading.ok) {
    const isWhole = reading.line === null || reading.message.startsWith(`Line ${reading.line}: `);
    return isWhole && /^[A-Z].*\.$/su.test(reading.message);
  }
  const { minutes, signal_mau: signal } = reading.trace;
  return (
    minutes.length >= 100 &&
    minutes.length === signal.length &&
    minutes.every((time, place) => time > (minutes[place - 1] ?? -1)) &&
    signal.every(Number.isFinite) &&
    Object.values(reading.acquisition).every((words) => words === null || !/[\p{Cc}\p{Cf}]/u.test(words))
  );
}

describe('whatever is uploaded', () => {
  it.each(FORMATS)('%s, damaged anyhow, is answered and never throws', (_, bytes) => {
    expect(read(bytes).ok).toBe(true);
    fc.assert(
      fc.property(mutation, (how) => isAnswered(mutate(bytes, how))),
      MUTATIONS,
    );
  });

  it('and any bytes behind any beginning are answered', () => {
    const start = fc.constantFrom(
      '',
      'CDF\u0001',
      'CDF\u0002',
      '<?xml version="1.0"?>',
      '<mzML>',
      '<mzML><chromatogram ',
      '[Header]\n',
      '[LC Chromatogram(Detector A-Ch1)]\nR.Time (min)\tIntensity\n',
      'Chromatogram Data Information:\nChromatogram Data:\nTime (min)\tValue (mAU)\n',
      '"SampleName"\t"Channel"\n"1"\t"2"\n',
    );
    const markup = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '/',
        '&',
        ' ',
        '\n',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?',
        '</mzML>',
        'a',
        '1',
      ),
      { maxLength: 60 },
    );
    const behind = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      markup.map((parts) => utf8(parts.join(''))),
    );
    fc.assert(
      fc.property(start, behind, (begin, bytes) =>
        isAnswered(new Uint8Array([...Buffer.from(begin, 'latin1'), ...bytes])),
      ),
      { numRuns: 1000 },
    );
  });
});
