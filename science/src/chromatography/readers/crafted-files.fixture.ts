// Files that were made to block the reader: in 9 MB each repeats or claims something impossible.
const BYTES = 9_000_000;
const XML = '<?xml version="1.0"?>';
const utf8 = (text: string) => new TextEncoder().encode(text);
const repeated = (part: string, bytes = BYTES) => part.repeat(Math.floor(bytes / part.length));
const mzml = (content: string) => utf8(`${XML}<mzML>${content}</mzML>`);
const inTag = (content: string) => utf8(`${XML}<mzML ${content}></mzML>`);

const numbered = (count: number, part: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => part(place)).join('');
const params = (count: number) => numbered(count, (place) => `<cvParam accession="A${place}"/>`);
const chromatogram = (content: string) => `<chromatogram id="c">${content}</chromatogram>`;
const packed = (unit: string) => `<binaryDataArray><cvParam accession="${unit}" unitAccession="UO:0000031"/>
<cvParam accession="MS:1000521"/><cvParam accession="MS:1000576"/><binary>${repeated('AAAA', 4_400_000)}</binary></binaryDataArray>`;

const int = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const [NOTHING, DIMENSIONS, VARIABLES, ATTRIBUTES] = [[...int(0), ...int(0)], int(10), int(11), int(12)];
const words = (text: string) => [
  ...int(text.length),
  ...Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4, '\0')),
];
function netcdf(...header: number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BYTES);
  bytes.set([...Buffer.from('CDF\u0001', 'latin1'), ...header]);
  return bytes;
}
const [BYTE, CHAR, SHORT, FLOAT] = [1, 2, 3, 5];
/** One attribute with `count` values in the header of a file. */
const attribute = (type: number, count: number) =>
  netcdf(...int(0), ...NOTHING, ...ATTRIBUTES, ...int(1), ...words('a'), ...int(type), ...int(count));
/** A netCDF file of signals with one dimension. 0 is the dimension that can grow. */
const ordinates = (of: { records: number; dimension: number; type: number; size: number }) =>
  netcdf(
    ...int(of.records),
    ...[...DIMENSIONS, ...int(1), ...words('n'), ...int(of.dimension)],
    ...NOTHING,
    ...[...VARIABLES, ...int(1), ...words('ordinate_values'), ...int(1), ...int(0)],
    ...[...NOTHING, ...int(of.type), ...int(of.size), ...int(200)],
  );

const LONG_TAG = 'Line 1: a tag is longer than 65,536 characters.';
const DAMAGED = 'The netCDF file is damaged: its header makes no sense.';
const CUT = 'The netCDF file is cut short: its 9000000 bytes end in the middle of its header.';

const CHROMELEON = 'Chromatogram Data Information:\nChromatogram Data:\nTime (min)\tValue (mAU)\n';
const EMPOWER = '"SampleName"\t"Channel"\n"1"\t"214nm"\n';

/** Name, file, and expected refusal of each case. */
export const CRAFTED: [what: string, file: () => Uint8Array<ArrayBuffer>, refusal: string][] = [
  ['quotes in a tag without end', () => utf8(`${XML}<a ${repeated('"x"')}`), LONG_TAG],
  ['quotes in a tag', () => inTag(repeated('"x"')), LONG_TAG],
  ['an attribute’s name', () => inTag(repeated('x')), LONG_TAG],
  [
    'names without values',
    () => mzml(repeated(`<a ${'x'.repeat(60_000)}/>`)),
    'Line 1: an attribute has no value.',
  ],
  [
    'attributes',
    () => mzml(`<a ${numbered(1000, (place) => `a${place}="" `)}/>`),
    'Line 1: a tag has too many attributes.',
  ],
  ['elements', () => mzml(repeated('<a/>')), 'Line 1: the file has too many elements.'],
  ['nested elements', () => utf8(`${XML}${repeated('<a>')}`), 'Line 1: elements are nested too deeply.'],
  [
    '60,000 parameters, referred to 150,000 times',
    () =>
      mzml(
        `<referenceableParamGroup id="g">${params(60_000)}</referenceableParamGroup>${chromatogram(repeated('<referenceableParamGroupRef ref="g"/>', 5_500_000))}`,
      ),
    'Line 1: the file has too many parameters.',
  ],
  ['parameters', () => mzml(chromatogram(params(280_000))), 'Line 1: the file has too many parameters.'],
  [
    'chromatograms',
    () => mzml(repeated('<chromatogram></chromatogram>')),
    'Line 1: the file has too many chromatograms or groups.',
  ],
  [
    'groups',
    () => mzml(numbered(170_000, (place) => `<referenceableParamGroup id="${place}"/>`)),
    'Line 1: the file has too many chromatograms or groups.',
  ],
  [
    'points that are not packed',
    () =>
      mzml(chromatogram(`<cvParam accession="MS:1000812"/>${packed('MS:1000595')}${packed('MS:1000515')}`)),
    'Line 1: "c" holds more than 250,000 points.',
  ],
  ['4,000,000,000 dimensions', () => netcdf(...int(0), ...DIMENSIONS, ...int(4_000_000_000)), DAMAGED],
  ['as many dimensions as fit', () => netcdf(...int(0), ...DIMENSIONS, ...int(1_000_000)), DAMAGED],
  [
    '4,000,000,000 variables',
    () => netcdf(...int(0), ...NOTHING, ...NOTHING, ...VARIABLES, ...int(4_000_000_000)),
    DAMAGED,
  ],
  [
    'a variable of 4,000,000,000 dimensions',
    () =>
      netcdf(
        ...int(0),
        ...NOTHING,
        ...NOTHING,
        ...VARIABLES,
        ...int(1),
        ...words('v'),
        ...int(4_000_000_000),
      ),
    CUT,
  ],
  ['a name of 8 MB', () => netcdf(...int(0), ...DIMENSIONS, ...int(1), ...int(8_000_000)), DAMAGED],
  ['an attribute of 8 MB of letters', () => attribute(CHAR, 8_000_000), DAMAGED],
  ['an attribute of 8 MB of bytes', () => attribute(BYTE, 8_000_000), DAMAGED],
  ['an attribute of 4,000,000,000 numbers', () => attribute(SHORT, 4_000_000_000), CUT],
  [
    '30,000,000 records of size 0',
    () => ordinates({ records: 30_000_000, dimension: 0, type: FLOAT, size: 0 }),
    DAMAGED,
  ],
  [
    'as many records as fit',
    () => ordinates({ records: 2_000_000, dimension: 0, type: FLOAT, size: 4 }),
    'The trace has 2,000,000 points; at most 200,000 are read.',
  ],
  [
    'as many bytes as fit',
    () => ordinates({ records: 0, dimension: 8_000_000, type: BYTE, size: 8_000_000 }),
    'The file says nothing of its times: no actual_sampling_interval and no raw_data_retention.',
  ],
  [
    'columns of a line',
    () => utf8(repeated('1\t')),
    'Line 1: more than 1,000 columns; keep only time and signal.',
  ],
  [
    'columns apart by blanks',
    () => utf8(repeated('1,1 ')),
    'Line 1: more than 1,000 columns; keep only time and signal.',
  ],
  [
    'sections of LabSolutions',
    () => utf8(`[Header]\n${numbered(200_000, (place) => `[LC Chromatogram(${place})]\n`)}`),
    'Line 1001: more than 1,000 sections.',
  ],
  [
    'sections of LabSolutions of one name',
    () => utf8(`[Header]\n${repeated('[LC Chromatogram(A)]\n', 4_000_000)}`),
    'Line 1001: more than 1,000 sections.',
  ],
  [
    'facts of LabSolutions',
    () => utf8(`[Header]\n${repeated('Acquired\t1/2/2026 10:00\n', 4_500_000)}`),
    'Not a chromatogram: this LabSolutions file has no section of an LC chromatogram; export it with one.',
  ],
  [
    'groups of digits in Chromeleon’s',
    () => utf8(`${CHROMELEON}0.1\t${repeated('1,111')}`),
    'Line 4: "1,1111,1111,1111,1111,1111,1111,1111,11…" is not a number.',
  ],
  [
    'lines of Chromeleon’s',
    () => utf8(`${CHROMELEON}${repeated('1,111.5\n', 1_600_000)}`),
    'Line 4: only one column; time and signal are needed.',
  ],
  [
    'blanks',
    () => utf8(`${repeated(' ')}x`),
    'Line 1: "x" is not a number, and no other line holds a time and a signal.',
  ],
  [
    'commas in metadata',
    () => utf8(`Sample,${repeated(',')}x\n1,2`),
    'Not a chromatogram: fewer than 100 points (1).',
  ],
  [
    'points on a line of Empower’s',
    () => utf8(`${EMPOWER}${numbered(600_000, (place) => `${place}\t`)}\n1\t2\t3\t4`),
    'Line 3: more than 200,000 points.',
  ],
  [
    'wavelengths of Empower’s',
    () => utf8(`${EMPOWER}Wavelength\t${repeated('214\t')}\nTime`),
    'Line 3: more than 1,000 wavelengths.',
  ],
];
