import type { TraceRefusal } from './file-reading.ts';
import { TRACE_LIMITS } from './trace-limits.ts';

/** First bytes of files that people upload by mistake, with their names. */
const OTHER_FILES: [signature: string, what: string][] = [
  ['%PDF', 'a PDF'],
  ['PK\u0003\u0004', 'a ZIP archive or an Excel workbook'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Excel workbook'],
  ['CDF\u0001', 'a netCDF file'],
  ['CDF\u0002', 'a netCDF file'],
  ['\u0089HDF', 'an HDF5 file'],
  ['\u0089PNG', 'a PNG picture'],
  ['\u00ff\u00d8\u00ff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['\u001f\u008b', 'a gzip archive'],
  ['<?xml', 'an XML file'],
  ['<html', 'a web page'],
  ['<!DOCTYPE', 'a web page'],
  ['{\\rtf', 'a rich-text document'],
];

/** Decodes a text: UTF-8, UTF-16, otherwise Windows-1252. Never throws. */
export function decodeText(bytes: Uint8Array): { ok: true; text: string } | TraceRefusal {
  if (bytes.length === 0) return refuse('The file is empty.');
  if (bytes.length > TRACE_LIMITS.bytes) {
    return refuse(`The file has ${(bytes.length / 1024 / 1024).toFixed(1)} MB; at most 10 MB are read.`);
  }
  const start = Array.from(bytes.subarray(0, 16), (byte) => String.fromCharCode(byte)).join('');
  const textStart = start.replace(/^\u00ef\u00bb\u00bf/, '').toLowerCase();
  const other = OTHER_FILES.find(([signature]) => textStart.startsWith(signature.toLowerCase()));
  if (other) return refuse(`This is ${other[1]}, not text.`);
  if (start.startsWith('\u00ff\u00fe')) return decoded('utf-16le', bytes);
  if (start.startsWith('\u00fe\u00ff')) return decoded('utf-16be', bytes);
  const unmarked = encodingOf(bytes);
  if (unmarked) return decoded(unmarked, bytes);
  if (bytes.includes(0)) return refuse('This is a binary file, not text.');
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return decoded('windows-1252', bytes);
  }
}

/** The encoding is found by this many bytes. */
const SAMPLE = 4096;
/** In UTF-16, at least this share of every second byte is zero. */
const MOSTLY = 0.8;

/** Which UTF-16 a file is, if it does not say so: nearly every second byte is zero. */
function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.length < 64) return undefined;
  const zeros = [0, 0];
  sample.forEach((byte, place) => {
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  });
  const [high = 0, low = 0] = zeros;
  const enough = (MOSTLY * sample.length) / 2;
  if (high === 0 && low > enough) return 'utf-16le';
  return low === 0 && high > enough ? 'utf-16be' : undefined;
}

function decoded(encoding: string, bytes: Uint8Array): { ok: true; text: string } {
  return { ok: true, text: new TextDecoder(encoding).decode(bytes) };
}

function refuse(message: string): TraceRefusal {
  return { ok: false, line: null, message };
}
