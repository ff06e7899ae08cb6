import { type FileReading, NO_ACQUISITION, refuseFile } from '../rules/file-reading.ts';
import { TRACE_LIMITS } from '../rules/trace-limits.ts';
import { wavelengthOf } from '../rules/wavelength.ts';
import { readChromatogramCsv } from './csv.ts';
import { type Inflate, readChromatogramMzml } from './mzml.ts';
import { readChromatogramNetcdf } from './netcdf.ts';

/** Reads a chromatogram by what the bytes are, whatever the file is called: ANDI/AIA netCDF, mzML, else CSV. */
export function readChromatogram(bytes: Uint8Array, inflate: Inflate): FileReading {
  if (bytes.length > TRACE_LIMITS.bytes) return readCsv(bytes);
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
  if (/^(\u00ef\u00bb\u00bf)?\s*<(\?xml|mzML|indexedmzML|!DOCTYPE\s+(?!html)|!--)/i.test(start)) {
    return readChromatogramMzml(bytes, inflate);
  }
  return readCsv(bytes);
}

function readCsv(bytes: Uint8Array): FileReading {
  const reading = readChromatogramCsv(bytes);
  if (!reading.ok) return reading;
  return {
    ...reading,
    format: 'csv',
    wavelengthNm: wavelengthOf(bytes),
    acquisition: NO_ACQUISITION,
    instrument: null,
  };
}
