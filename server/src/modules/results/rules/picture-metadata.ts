/**
 * A picture without hidden data (place, time, names, comments). The pixels stay the same. Undefined for a damaged file,
 * or a JPEG with too many parts.
 */
export function withoutMetadata(contentType: string, bytes: Uint8Array): Uint8Array | undefined {
  if (contentType === 'image/jpeg') return jpegPartsThatShow(bytes);
  if (contentType === 'image/png') return pngPartsThatShow(bytes);
  return bytes;
}

const [SOI, EOI, SOS, APP0, APP1, APP2, APP14, APP15, COM] = [
  0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe,
];

/** Millions of empty parts would block the server for seconds; cameras write very few. */
const MOST_SEGMENTS = 10_000;

/** The parts of a JPEG that are needed to show it (ITU-T T.81, annex B). */
function jpegPartsThatShow(bytes: Uint8Array): Uint8Array | undefined {
  const kept: Uint8Array[] = [Uint8Array.of(0xff, SOI)];
  let orientation = 1;
  let segments = 0;
  for (let at = 2; at + 1 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      kept.push(Uint8Array.of(0xff, EOI));
      if (orientation !== 1) kept.splice(1, 0, orientationSegment(orientation));
      return joined(kept);
    }
    const end = at + 2 + uint16(bytes, at + 2);
    segments += 1;
    if (end < at + 4 || end > bytes.length || segments > MOST_SEGMENTS) return undefined;
    const segment = bytes.subarray(at, end);
    orientation = orientationIn(segment) ?? orientation;
    const from = marker === SOS ? endOfScan(bytes, end) : end;
    kept.push(shownOf(marker, segment), bytes.subarray(end, from));
    at = from;
  }
  return undefined;
}

/** The part of the image's metadata that is about colours. */
function shownOf(marker: number, segment: Uint8Array): Uint8Array {
  if (marker !== COM && (marker < APP0 || marker > APP15)) return segment;
  if (marker === APP2 && startsWith(segment, 4, 'ICC_PROFILE\0')) return segment;
  if (marker === APP0 && startsWith(segment, 4, 'JFIF\0') && segment.length >= 18) {
    return Uint8Array.of(0xff, APP0, 0, 16, ...segment.subarray(4, 16), 0, 0);
  }
  if (marker === APP14 && startsWith(segment, 4, 'Adobe') && segment.length >= 16) {
    return Uint8Array.of(0xff, APP14, 0, 14, ...segment.subarray(4, 16));
  }
  return new Uint8Array();
}

/** Where the pixels of a JPEG end. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** The orientation (1 to 8) in a part of a JPEG. */
function orientationIn(segment: Uint8Array): number | undefined {
  if (segment[1] !== APP1 || !startsWith(segment, 4, 'Exif\0\0')) return undefined;
  return orientationOf(segment.subarray(10));
}

/** The orientation in Exif data, which look like a TIFF file. */
function orientationOf(exif: Uint8Array): number | undefined {
  const tiff = new DataView(exif.buffer, exif.byteOffset, exif.byteLength);
  if (tiff.byteLength < 10) return undefined;
  const little = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, little);
  if (directory + 2 > tiff.byteLength) return undefined;
  const entries = tiff.getUint16(directory, little);
  for (let n = 0; n < entries; n += 1) {
    const entry = directory + 2 + n * 12;
    if (entry + 12 > tiff.byteLength) return undefined;
    if (tiff.getUint16(entry, little) !== 0x0112) continue;
    const value = tiff.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** Exif data with the orientation only. */
function orientationExif(orientation: number): number[] {
  const header = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8];
  return [...header, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
}

function orientationSegment(orientation: number): Uint8Array {
  const content = [0x45, 0x78, 0x69, 0x66, 0, 0, ...orientationExif(orientation)];
  return Uint8Array.of(0xff, APP1, 0, content.length + 2, ...content);
}

/** The parts (chunks) without which a PNG cannot be shown. Text, time and Exif are not needed. */
const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST acTL fcTL fdAT'.split(' '),
);

/** The parts of a PNG that are needed to show it (PNG, 3rd edition, 5). */
function pngPartsThatShow(bytes: Uint8Array): Uint8Array | undefined {
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  let orientation = 1;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + uint16(bytes, at) * 0x10000 + uint16(bytes, at + 2);
    if (end > bytes.length) return undefined;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === 'eXIf') orientation = orientationOf(bytes.subarray(at + 8, end - 4)) ?? orientation;
    // The orientation comes right after the header, because programs look for it there.
    if (name === 'IEND' && orientation !== 1) kept.splice(2, 0, orientationChunk(orientation));
    if (PNG_CHUNKS.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return joined(kept);
    at = end;
  }
  return undefined;
}

function orientationChunk(orientation: number): Uint8Array {
  const content = orientationExif(orientation);
  const checked = [0x65, 0x58, 0x49, 0x66, ...content];
  const sum = crc32(checked);
  return Uint8Array.of(0, 0, 0, content.length, ...checked, sum >>> 24, sum >>> 16, sum >>> 8, sum);
}

/** The checksum of PNG (3rd edition, annex D). */
function crc32(bytes: readonly number[]): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  }
  return ~sum;
}

function uint16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
}

function startsWith(bytes: Uint8Array, at: number, words: string): boolean {
  return [...words].every((letter, n) => bytes[at + n] === letter.charCodeAt(0));
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
