import type { FileReading } from '../file-reading.ts';
import { randomFrom, traceAsCsv } from '../synthetic-trace.ts';
import { chromeleon, empower, labSolutions, plainMzml, SMALL } from './exports.fixture.ts';
import { netcdf } from './netcdf.fixture.ts';

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

/** The file after one to four damages. Equal seeds give equal damages. */
export function damaged(bytes: Uint8Array, seed: string): Uint8Array {
  const random = randomFrom(seed);
  let left: Buffer = Buffer.from(bytes);
  for (let count = 1 + below(4, random); count > 0; count -= 1) left = damagedOnce(left, random);
  return new Uint8Array(left);
}

/** An integer from 0 to below `count`. */
const below = (count: number, random: () => number) => Math.floor(count * random());

/** Changes one place, which is often near the beginning of the file. */
function damagedOnce(bytes: Buffer, random: () => number): Buffer {
  const within = random() < 0.5 ? 1 : 0.05;
  const at = below(within * bytes.length, random);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const length = 1 + below(random() < 0.5 ? 4 : 400, random);
  const [first = 0] = after;
  const withByte = (byte: number) => Buffer.concat([before, Buffer.from([byte]), after.subarray(1)]);
  const kinds = [
    () => withByte(below(256, random)),
    () => withByte(first ^ (1 << below(8, random))),
    () => Buffer.concat([before, after.subarray(length)]),
    () => {
      const times = random() < 0.75 ? 1 : 100;
      return Buffer.concat([
        before,
        ...Array.from({ length: times }, () => after.subarray(0, length)),
        after,
      ]);
    },
    () => Buffer.concat([before, Buffer.from(TOKENS[below(TOKENS.length, random)] ?? ''), after]),
    () => before,
  ];
  return kinds[below(kinds.length, random)]?.() ?? bytes;
}

/** Whether `read` returns a usable chromatogram or a refusal, within two seconds of work. */
export function isAnswered(read: (bytes: Uint8Array) => FileReading, bytes: Uint8Array): boolean {
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
