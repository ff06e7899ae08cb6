import { refuseFile, type TraceRefusal } from '../chromatography/file-reading.ts';
import type { Inflate } from '../chromatography/readers/mzml.ts';
import { XmlError } from '../chromatography/readers/xml.ts';
import { decodeText } from '../chromatography/text-encoding.ts';
import { TRACE_LIMITS } from '../chromatography/trace-limits.ts';
import { readSpectrumCsv } from './spectrum-csv.ts';
import { readSpectrumMzml } from './spectrum-mzml.ts';
import { sticksOf } from './sticks.ts';
import type { Spectrum } from './types.ts';

/** The m/z and the heights of one spectrum, in two lists of the same length. */
export type Points = { mz: number[]; heights: number[] };
export type ReadSpectrum = Omit<Spectrum, 'id' | 'sha256'>;

const HIGHEST_MZ = 100_000;
const HIGHEST = 1e15;

/** Reads a mass spectrum from mzML or CSV; the content of the file shows which. Never throws. */
export function readSpectrum(
  bytes: Uint8Array,
  inflate: Inflate,
): (ReadSpectrum & { ok: true }) | TraceRefusal {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  const isXml = /^(\u00ef\u00bb\u00bf)?\s*<(\?xml|mzML|indexedmzML|!--)/i.test(start);
  if (isXml && bytes.length <= TRACE_LIMITS.bytes) {
    try {
      const read = readSpectrumMzml(bytes, inflate);
      return 'ok' in read ? read : judged(read, 'mzml');
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      return { ok: false, line: error.line, message: `Line ${error.line}: ${error.message}.` };
    }
  }
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  const read = readSpectrumCsv(decoded.text);
  return 'ok' in read ? read : judged(read, 'csv');
}

function judged(
  { mz, heights }: Points,
  format: Spectrum['format'],
): (ReadSpectrum & { ok: true }) | TraceRefusal {
  const order = [...mz.keys()].toSorted((one, other) => (mz[one] ?? 0) - (mz[other] ?? 0));
  const sorted = {
    mz: order.map((place) => mz[place] ?? 0),
    heights: order.map((place) => heights[place] ?? 0),
  };
  const [from, to] = [sorted.mz[0], sorted.mz.at(-1)];
  if (from === undefined || to === undefined) return refuseFile('The spectrum has no points.');
  if (!mz.every((at) => at > 0 && at <= HIGHEST_MZ)) {
    return refuseFile('The spectrum has an m/z that is not between 0 and 100,000.');
  }
  if (!heights.every((height) => Math.abs(height) <= HIGHEST)) {
    return refuseFile('The spectrum has an intensity that is no possible number.');
  }
  const sticks = sticksOf(sorted.mz, sorted.heights);
  if (sticks.length === 0) return refuseFile('The spectrum has no intensity above zero.');
  const round = (at: number) => Number(at.toFixed(4));
  return { ok: true, format, from_mz: round(from), to_mz: round(to), sticks };
}
