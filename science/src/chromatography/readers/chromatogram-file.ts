import type { ChannelWish } from '../channel-choice.ts';
import { type FileReading, refuseFile } from '../file-reading.ts';
import { decodeText } from '../text-encoding.ts';
import { TRACE_LIMITS } from '../trace-limits.ts';
import { isEmpowerText, readEmpower } from './arw.ts';
import { isChromeleonText, readChromeleon } from './chromeleon.ts';
import { readChromatogramCsv } from './csv.ts';
import { isLabSolutionsText, readLabSolutions } from './labsolutions.ts';
import { type Inflate, readChromatogramMzml } from './mzml.ts';
import { readChromatogramNetcdf } from './netcdf.ts';
import { otherFormat } from './other-formats.ts';

/** Reads a chromatogram of any format, which it recognises by the content of the file. */
export function readChromatogram(bytes: Uint8Array, inflate: Inflate, wish: ChannelWish = {}): FileReading {
  if (bytes.length > TRACE_LIMITS.bytes) return readText(bytes, wish);
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  if (start.startsWith('CDF\u0001') || start.startsWith('CDF\u0002')) return readChromatogramNetcdf(bytes);
  if (start.startsWith('CDF\u0005') || start.startsWith('\u0089HDF')) {
    return refuseFile(
      'This is netCDF of a newer kind (64-bit data or HDF5); export ANDI/AIA netCDF (classic) or CSV.',
    );
  }
  if (start.startsWith('\u001f\u008b')) {
    return refuseFile('This is a gzip archive; unpack it and upload the file inside.');
  }
  if (/^(\u00ef\u00bb\u00bf)?\s*<(\?xml|mzML|indexedmzML|GAML|!DOCTYPE\s+(?!html)|!--)/i.test(start)) {
    const reading = readChromatogramMzml(bytes, inflate, wish);
    return reading.ok ? reading : (otherFormat(String.fromCharCode(...bytes.subarray(0, 4096))) ?? reading);
  }
  return readText(bytes, wish);
}

function readText(bytes: Uint8Array, wish: ChannelWish): FileReading {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  const { text } = decoded;
  if (isLabSolutionsText(text)) return readLabSolutions(text, wish);
  if (isChromeleonText(text)) return readChromeleon(text, wish);
  if (isEmpowerText(text)) return readEmpower(text, wish);
  const reading = readChromatogramCsv(text, wish);
  return reading.ok ? reading : (otherFormat(text) ?? reading);
}
