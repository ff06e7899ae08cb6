import { refuseFile, type TraceRefusal } from '../file-reading.ts';

/** So many characters at the start are enough to recognise the format. */
const BEGINNING = 4096;
const INSTEAD = 'the chromatogram as ANDI/AIA netCDF (.cdf) or as CSV with columns of time and signal';

/** Formats that we do not support: how they begin, their name, and what to export instead. */
const FORMATS: [begins: RegExp, what: string, instead: string][] = [
  [/^##\s*(?:TITLE|JCAMP-?DX)\s*=/i, 'JCAMP-DX, which is not read', INSTEAD],
  [
    /^X Axis Title:[\s\S]*^Y Axis Multiplier:/im,
    'an ASCII file (.asc) of EZChrom, which is not read',
    'the chromatogram as AIA (.cdf)',
  ],
  [
    /^Data File .*\.D\b[\s\S]*^Acq\. (?:Operator|Instrument)|^\s*Area Percent Report\s*$/im,
    'a report of ChemStation, which holds no trace',
    'the signal by “Export File” as CSV or AIA',
  ],
  [/^[{[][\s\S]*"\$asm\.manifest"/, 'an Allotrope simple model (ASM, JSON), which is not read', INSTEAD],
  [/^(?:\{\s*["}]|\[\s*[[{\]"])/, 'JSON, which is not read', INSTEAD],
  [/<GAML\b/, 'GAML, which is not read', INSTEAD],
  [/<AnIML\b/, 'AnIML, which is not read', INSTEAD],
  [/<mzXML\b/, 'mzXML, which is not read', 'mzML, or the UV trace as CSV'],
  [/<mzData\b/, 'mzData, which is not read', 'mzML, or the UV trace as CSV'],
];

/** The refusal of a file in an unsupported format. */
export function otherFormat(text: string): TraceRefusal | undefined {
  const beginning = text
    .slice(0, BEGINNING)
    .replace(/^\ufeff/, '')
    .trimStart();
  const format = FORMATS.find(([begins]) => begins.test(beginning));
  if (!format) return undefined;
  const [, what, instead] = format;
  return refuseFile(`This is ${what}; export ${instead}.`);
}
