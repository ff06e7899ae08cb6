import { type Bytes, concat, fromHex } from './bytes.ts';

/** Where and what the one signature of a PDF is. */
export type PdfSignature = {
  /** What was signed: everything but the signature's own place. */
  signed: Bytes;
  /** The signature itself, DER. */
  der: Bytes;
  /** When, as the file says; ISO 8601. */
  signedAt: string | null;
};
/** Why a PDF has no signature that could be checked, in a sentence. `isSigned`: there is one, but not over this file. */
export type Unreadable = { isSigned: boolean; words: string };

const LATIN1 = new TextDecoder('latin1');
const NOT_WHOLE = 'The signature does not cover the whole file';

/**
 * Finds the signature that covers every byte of a PDF but itself. A certificate has exactly one, made by one rule, so
 * whatever differs is refused: parts left out, bytes behind it, a second one.
 */
export function readPdfSignature(pdf: Bytes): PdfSignature | Unreadable {
  const text = LATIN1.decode(pdf);
  if (!text.startsWith('%PDF-')) return { isSigned: false, words: 'This is not a PDF file.' };
  const found = [...text.matchAll(/\/ByteRange\s*\[([^\]]{0,200})\]/g)];
  const [range] = found;
  if (!range) return { isSigned: false, words: 'This file carries no signature. Certificates carry one.' };
  if (found.length > 1) {
    return {
      isSigned: true,
      words: `This file carries ${found.length} signatures. A certificate carries exactly one.`,
    };
  }
  const numbers = (range[1] ?? '').trim().split(/\s+/);
  const [from = -1, start = -1, end = -1, length = -1] = numbers.map((each) =>
    /^\d{1,10}$/.test(each) ? Number(each) : -1,
  );
  if (numbers.length !== 4 || from !== 0 || start < 0 || end <= start || length < 0) {
    return { isSigned: true, words: `${NOT_WHOLE}: it names parts that do not begin at the beginning.` };
  }
  if (end + length < pdf.length) {
    const more = pdf.length - end - length;
    const added = more === 1 ? '1 byte was added' : `${more.toLocaleString('en')} bytes were added`;
    return { isSigned: true, words: `${NOT_WHOLE}: ${added} behind what was signed.` };
  }
  if (end + length > pdf.length)
    return { isSigned: true, words: 'The file is cut off: less is there than was signed.' };
  const der = contentsOf(text.slice(start, end));
  const between = text.slice(range.index + range[0].length, start);
  if (!der || !/^\s*\/Contents\s*$/.test(between)) {
    return { isSigned: true, words: `${NOT_WHOLE}: what it leaves out is more than the signature itself.` };
  }
  const signed = concat(pdf.subarray(0, start), pdf.subarray(end));
  const dictionary = text.slice(text.lastIndexOf(' obj', range.index), range.index);
  return { signed, der, signedAt: momentOf(dictionary) };
}

/** The DER in `<…>`: hexadecimal digits, and behind the DER nothing but zeros. */
function contentsOf(gap: string): Bytes | undefined {
  // Lower case only: one signature has one way to be written.
  const bytes = /^<[0-9a-f]*>$/.test(gap) ? fromHex(gap.slice(1, -1)) : undefined;
  const length = bytes && derLength(bytes);
  if (!bytes || !length || length > bytes.length) return undefined;
  return bytes.subarray(length).every((byte) => byte === 0) ? bytes.slice(0, length) : undefined;
}

/** Bytes of the first DER value with its head; undefined when it is no sequence of definite length. */
function derLength(bytes: Bytes): number | undefined {
  const [tag, first = 0] = bytes;
  if (tag !== 0x30) return undefined;
  if (first < 0x80) return first + 2;
  const count = first & 0x7f;
  if (count === 0 || count > 4) return undefined;
  return bytes.subarray(2, 2 + count).reduce((length, byte) => length * 256 + byte, 0) + 2 + count;
}

/** '/M (D:20261110103000Z)' in UTC, as certificates carry it. */
function momentOf(dictionary: string): string | null {
  const found = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(dictionary);
  if (!found) return null;
  const [, year, month, day, hour, minute, second] = found;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Number.isNaN(Date.parse(text)) ? null : text;
}
