import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The fonts of the template (TrueType, because a PDF can contain it unchanged). */
const FACES = [
  '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf',
  '@expo-google-fonts/ibm-plex-sans/400Regular_Italic/IBMPlexSans_400Regular_Italic.ttf',
  '@expo-google-fonts/ibm-plex-sans/500Medium/IBMPlexSans_500Medium.ttf',
  '@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf',
  '@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf',
  '@expo-google-fonts/ibm-plex-mono/500Medium/IBMPlexMono_500Medium.ttf',
  '@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf',
  '@expo-google-fonts/newsreader/500Medium/Newsreader_500Medium.ttf',
];
/** The files of the font for texts. A printed character must be in each of these files. */
const TEXT_FACES = FACES.slice(0, 4);

const resolve = createRequire(import.meta.url).resolve;

export function readFonts(): Buffer[] {
  return FACES.map((face) => readFileSync(resolve(face)));
}

let covered: ReadonlySet<number> | undefined;

/** The characters that all files of the text font have. */
export function coveredCodePoints(): ReadonlySet<number> {
  if (covered) return covered;
  const [first = new Set<number>(), ...others] = TEXT_FACES.map((face) =>
    codePointsOf(readFileSync(resolve(face))),
  );
  covered = new Set([...first].filter((point) => others.every((face) => face.has(point))));
  return covered;
}

/** Reads which characters a TrueType font has. */
function codePointsOf(font: Buffer): Set<number> {
  const points = new Set<number>();
  const tables = font.readUInt16BE(4);
  for (let index = 0; index < tables; index++) {
    const record = 12 + 16 * index;
    if (font.toString('latin1', record, record + 4) === 'cmap')
      readMap(font, font.readUInt32BE(record + 8), points);
  }
  return points;
}

function readMap(font: Buffer, cmap: number, points: Set<number>): void {
  const count = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < count; index++) {
    const table = cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4);
    const format = font.readUInt16BE(table);
    if (format === 4) readSegments(font, table, points);
    if (format === 12) readGroups(font, table, points);
  }
}

function readSegments(font: Buffer, table: number, points: Set<number>): void {
  const size = font.readUInt16BE(table + 6);
  for (let offset = 0; offset < size; offset += 2) {
    const end = font.readUInt16BE(table + 14 + offset);
    const start = font.readUInt16BE(table + 16 + size + offset);
    const delta = font.readUInt16BE(table + 16 + 2 * size + offset);
    const place = table + 16 + 3 * size + offset;
    const range = font.readUInt16BE(place);
    for (let point = start; point <= end && point !== 0xffff; point++) {
      const listed = range === 0 ? point : font.readUInt16BE(place + range + 2 * (point - start));
      if (listed !== 0 && ((listed + delta) & 0xffff) !== 0) points.add(point);
    }
  }
}

function readGroups(font: Buffer, table: number, points: Set<number>): void {
  const groups = font.readUInt32BE(table + 12);
  for (let index = 0; index < groups; index++) {
    const group = table + 16 + 12 * index;
    const end = font.readUInt32BE(group + 4);
    for (let point = font.readUInt32BE(group); point <= end; point++) points.add(point);
  }
}
