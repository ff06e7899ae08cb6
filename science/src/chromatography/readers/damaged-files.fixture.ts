import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { traceAsCsv } from '../synthetic-trace.ts';
import { readChromatogram } from './chromatogram-file.ts';
import { chromeleon, empower, labSolutions, plainMzml, SMALL } from './exports.fixture.ts';
import { netcdf } from './netcdf.fixture.ts';

export const read = (bytes: Uint8Array) =>
  readChromatogram(bytes, (packed, most) => inflateSync(packed, { maxOutputLength: most }));
const utf8 = (text: string) => new TextEncoder().encode(text);

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
/** A valid file of each format. */
export const FORMATS: [string, Uint8Array][] = [
  ['netCDF', SMALL_NETCDF],
  ['mzML', utf8(plainMzml())],
  ['CSV', utf8(traceAsCsv(SMALL))],
  ['LabSolutions', utf8(labSolutions())],
  ['Chromeleon', utf8(chromeleon({ comma: true }))],
  ['Empower', utf8(empower())],
  ['Empower, transposed', utf8(empower({ form: 'transposed' }))],
  ['Empower, photodiode array', utf8(empower({ form: 'plane' }))],
];
/** Words that mean something to a reader, at wrong places. */
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

const MILLION = 1_000_000;
/** Where the file is changed; most changes are near its beginning. */
const place = fc.tuple(
  fc.noBias(fc.integer({ min: 0, max: MILLION })).map((share) => share / MILLION),
  fc.constantFrom(1, 0.05),
);
const length = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 400 }));
/** Kinds of damage to a file. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), place, byte: fc.integer({ min: 0, max: 255 }) }),
  fc.record({ kind: fc.constant('flip' as const), place, bit: fc.integer({ min: 0, max: 7 }) }),
  fc.record({ kind: fc.constant('cut' as const), place, length }),
  fc.record({ kind: fc.constant('repeat' as const), place, length, times: fc.constantFrom(1, 1, 1, 100) }),
  fc.record({ kind: fc.constant('words' as const), place, words: fc.constantFrom(...TOKENS) }),
  fc.record({ kind: fc.constant('end' as const), place }),
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function afterDamage(bytes: Buffer, how: Damage): Buffer {
  const [share, within] = how.place;
  const at = Math.floor(share * within * Math.max(0, bytes.length - 1));
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  if (how.kind === 'end') return before;
  if (how.kind === 'cut') return Buffer.concat([before, after.subarray(how.length)]);
  if (how.kind === 'words') return Buffer.concat([before, Buffer.from(how.words), after]);
  if (how.kind === 'repeat') {
    const piece = after.subarray(0, how.length);
    return Buffer.concat([before, ...Array.from({ length: how.times }, () => piece), after]);
  }
  const byte = how.kind === 'change' ? how.byte : (after[0] ?? 0) ^ (1 << how.bit);
  return Buffer.concat([before, Buffer.from([byte]), after.subarray(1)]);
}

/** Whether the reader returned a usable chromatogram or a refusal. */
export function isAnswered(bytes: Uint8Array): boolean {
  const began = process.cpuUsage();
  const reading = read(bytes);
  const { user, system } = process.cpuUsage(began);
  if ((user + system) / 1e6 > 2) return false;
  if (!reading.ok) {
    const isWhole = reading.line === null || reading.message.startsWith(`Line ${reading.line}: `);
    return isWhole && /^[A-Z].*[.?]$/su.test(reading.message);
  }
  const { minutes, signal_mau: signal } = reading.trace;
  return (
    minutes.length >= 100 &&
    minutes.length === signal.length &&
    minutes.every((time, place) => time > (minutes[place - 1] ?? -1)) &&
    signal.every(Number.isFinite) &&
    Object.values(reading.acquisition)
      .flat()
      .every((words) => words === null || !/[\p{Cc}\p{Cf}]/u.test(words))
  );
}

/** A file of this format after one to four damages. */
export const damaged = (bytes: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc
    .array(damage, { minLength: 1, maxLength: 4 })
    .map((how) => new Uint8Array(how.reduce(afterDamage, Buffer.from(bytes))));
