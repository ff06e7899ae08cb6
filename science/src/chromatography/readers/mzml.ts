import { fromBase64 } from '../../proof/bytes.ts';
import { cleanWords, timeIn } from '../acquisition.ts';
import { type Channel, type ChannelWish, chooseChannel } from '../channel-choice.ts';
import { type Acquisition, type FileReading, refuseFile, type TraceRefusal } from '../file-reading.ts';
import { judgeSeries } from '../judge-trace.ts';
import type { TraceWarning } from '../types.ts';
import { inUnit, MAU, signalUnit, unitUnknown } from '../units.ts';
import { wavelengthIn } from '../wavelength.ts';
import { type Listed, type ListedArray, type ListedChromatogram, listChromatograms } from './mzml-list.ts';
import { XmlError } from './xml.ts';

/** Unpacks zlib data; throws for damaged data, and above `most` bytes. */
export type Inflate = (bytes: Uint8Array, most: number) => Uint8Array;

/** Ids of terms in the PSI-MS vocabulary. */
const ABSORPTION = ['MS:1000812', 'MS:1000811'];
const TOTAL_ION_CURRENT = 'MS:1000235';
const TIME_ARRAY = 'MS:1000595';
export const INTENSITY_ARRAY = 'MS:1000515';
const ZLIB = 'MS:1000574';
const UNCOMPRESSED = 'MS:1000576';
const NUMBERS: Record<string, { bytes: 4 | 8; read: (view: DataView, at: number) => number }> = {
  'MS:1000521': { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  'MS:1000523': { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  'MS:1000519': { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  'MS:1000522': { bytes: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
};
/** Minutes per unit. */
const TIME_UNITS: Record<string, number> = {
  'UO:0000031': 1,
  'UO:0000010': 1 / 60,
  'UO:0000028': 1 / 60_000,
};
const COUNTS = 'MS:1000131';
/** More points than a chromatogram may have, so that the message can say so. */
const MOST_POINTS = 250_000;
/** Ion counts are far larger than absorbances. */
const MOST_COUNTS = 1e15;

/** Reads a chromatogram from mzML: UV absorption, otherwise the sum of all ions with a warning. Never throws. */
export function readChromatogramMzml(bytes: Uint8Array, inflate: Inflate, wish: ChannelWish): FileReading {
  try {
    const listed = listChromatograms(new TextDecoder().decode(bytes));
    if (!listed) return refuseFile('This is an XML file, but no mzML.');
    return chosen(listed, inflate, wish);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { ok: false, line: error.line, message: `Line ${error.line}: ${error.message}.` };
  }
}

function chosen({ chromatograms, run }: Listed, inflate: Inflate, wish: ChannelWish): FileReading {
  if (chromatograms.length === 0) {
    return refuseFile(
      'This mzML file holds no chromatograms, only spectra; export the UV trace as CSV or ANDI/AIA netCDF.',
    );
  }
  const [first, ...others] = chromatograms
    .filter(({ terms }) => ABSORPTION.some((term) => terms.has(term)))
    .map((one): Channel & { one: ListedChromatogram } => ({
      name: cleanWords(one.id) ?? '',
      nm: wavelengthIn(one.id),
      isUv: true,
      one,
    }));
  const acquisition = acquisitionOf(run);
  const noticed = timeIn(run.startedAt, null).warnings;
  if (first) {
    const { chosen: channel, names, warnings } = chooseChannel([first, ...others], wish);
    if ([first, ...others].filter(({ one }) => one.id === channel.one.id).length > 1) {
      return at(channel.one, `several chromatograms are named ${nameOf(channel.one)}`);
    }
    return read(channel.one, true, { warnings: [...warnings, ...noticed], names, acquisition, inflate });
  }
  const tic = chromatograms.find(({ terms }) => terms.has(TOTAL_ION_CURRENT));
  if (!tic) {
    return refuseFile(
      `This mzML file holds neither a UV chromatogram nor a total ion current, only ${chromatograms.map(nameOf).slice(0, 5).join(', ')}.`,
    );
  }
  const text = `The file holds no UV chromatogram; the total ion current (${nameOf(tic)}) was read. Its area percentages are no purity by UV.`;
  const warnings = [{ code: 'no_uv', text }, ...noticed];
  return read(tic, false, { warnings, names: [], acquisition, inflate });
}

function acquisitionOf({
  sampleName,
  sampleId,
  startedAt,
  instrument,
  operator,
}: Listed['run']): Acquisition {
  return {
    sampleName: cleanWords(sampleName),
    sampleId: cleanWords(sampleId),
    ...timeIn(startedAt, null).time,
    instrument: cleanWords(instrument),
    method: null,
    operator: cleanWords(operator),
    batch: null,
  };
}

type Around = { warnings: TraceWarning[]; names: string[]; acquisition: Acquisition; inflate: Inflate };

function read(
  one: ListedChromatogram,
  isUv: boolean,
  { warnings, names, acquisition, inflate }: Around,
): FileReading {
  const [time, signal] = [TIME_ARRAY, INTENSITY_ARRAY].map((term) =>
    one.arrays.find(({ terms }) => terms.has(term)),
  );
  if (!time || !signal) return at(one, `${nameOf(one)} lacks its times or its signals`);
  const unit = time.terms.get(TIME_ARRAY);
  const perTime = TIME_UNITS[unit?.accession ?? ''];
  if (perTime === undefined) {
    const named = unit?.name ? `counts time in "${unit.name.slice(0, 40)}"` : 'names no unit of its times';
    return at(one, `${nameOf(one)} ${named}; seconds or minutes are read`);
  }
  const heights = signal.terms.get(INTENSITY_ARRAY);
  const isUnnamed = !heights?.name || heights.accession === COUNTS;
  const detector = isUv && !isUnnamed ? signalUnit(heights.name) : { ...MAU, warnings: [] };
  if (!detector) {
    return at(
      one,
      `the signal's unit is "${heights?.name.slice(0, 40)}"; export absorbance, in mAU or AU, or the detector’s voltage`,
    );
  }
  warnings.push(...detector.warnings);
  const times = decodeArray(one, time, inflate);
  if (!Array.isArray(times)) return times;
  const values = decodeArray(one, signal, inflate);
  if (!Array.isArray(values)) return values;
  if (isUv && isUnnamed) {
    const words = `The file names no unit of absorbance${heights?.name ? ` ("${heights.name}")` : ''}`;
    warnings.push(unitUnknown(words, values));
  }
  const reading = judgeSeries(
    times.map((each) => Math.round(each * perTime * 1e9) / 1e9),
    values.map((each) => inUnit(each, detector)),
    warnings,
    isUv ? undefined : MOST_COUNTS,
  );
  if (!reading.ok) return reading;
  return {
    ...reading,
    format: 'mzml',
    unit: isUv ? detector.unit : 'counts',
    wavelengthNm: isUv ? wavelengthIn(one.id) : null,
    channel: cleanWords(one.id),
    channels: names,
    acquisition,
    instrument: null,
    vendorPeaks: null,
  };
}

/** The name of an array in a message. */
type Named = Pick<ListedChromatogram, 'id' | 'line' | 'length'>;

/** Decodes the numbers of an array, at most 250,000. */
export function decodeArray(one: Named, array: ListedArray, inflate: Inflate): number[] | TraceRefusal {
  const kind = Object.entries(NUMBERS).find(([term]) => array.terms.has(term))?.[1];
  const isPacked = array.terms.has(ZLIB);
  if (!kind || !(isPacked || array.terms.has(UNCOMPRESSED))) {
    return at(
      one,
      `${nameOf(one)} is packed in a way that is not read; export with zlib or without compression`,
    );
  }
  const text = array.binary.replace(/\s+/g, '');
  let bytes: Uint8Array | undefined = fromBase64(text);
  if (!bytes) return at(one, `the numbers of ${nameOf(one)} are damaged`);
  try {
    if (isPacked) bytes = inflate(bytes, MOST_POINTS * kind.bytes);
  } catch {
    return at(
      one,
      `the packed numbers of ${nameOf(one)} are damaged or unpack to more than ${MOST_POINTS.toLocaleString('en')} points`,
    );
  }
  const count = bytes.length / kind.bytes;
  if (count > MOST_POINTS) {
    return at(one, `${nameOf(one)} holds more than ${MOST_POINTS.toLocaleString('en')} points`);
  }
  if (!Number.isInteger(count) || (one.length !== null && count !== one.length)) {
    return at(
      one,
      `${nameOf(one)} should have ${one.length ?? 'whole'} numbers but holds ${Math.floor(count)}; the file may be cut`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: count }, (_, index) => kind.read(view, index * kind.bytes));
}

function at(one: Named, reason: string): TraceRefusal {
  return { ok: false, line: one.line, message: `Line ${one.line}: ${reason}.` };
}

function nameOf({ id }: Pick<Named, 'id'>): string {
  return `"${id.replace(/\p{C}/gu, '\ufffd').slice(0, 40)}"`;
}
