import { type Bytes, concat, fromHex } from './bytes.ts';

/** The position and the content of the one signature of a PDF. */
export type PdfSignature = {
  /** The signed bytes: everything except the signature itself. */
  signed: Bytes;
  /** The signature itself, in the format DER. */
  der: Bytes;
  /** The time of signing that the file states; ISO 8601. */
  signedAt: string | null;
};
/** Why the signature of a PDF cannot be checked. `isSigned`: there is one, but not for these bytes. */
export type Unreadable = { isSigned: boolean; words: string };

const LATIN1 = new TextDecoder('latin1');
/** The bytes with which every certificate ends. */
const END = '%%EOF\n';
const ALTERED = 'The signature’s place in the file was altered.';
const CUT_OFF = 'The file is cut off: less is there than was signed.';

/**
 * Finds the signature of a PDF. It must cover all other bytes. Anything unusual is refused: bytes before or after it,
 * missing parts, a second signature.
 */
export function readPdfSignature(pdf: Bytes): PdfSignature | Unreadable {
  const text = LATIN1.decode(pdf);
  const begin = text.indexOf('%PDF-');
  if (begin < 0) return { isSigned: false, words: 'This is not a PDF file.' };
  const found = [...text.matchAll(/\/ByteRange\s*\[([^\]]{0,200})\]/g)];
  const [range] = found;
  // PDF readers ignore bytes before the header and open the file.
  if (begin > 0) {
    const bytes = begin === 1 ? 'There is 1 byte' : `There are ${begin.toLocaleString('en')} bytes`;
    return { isSigned: range !== undefined, words: `${bytes} before the PDF begins.` };
  }
  if (!range) return { isSigned: false, words: 'This file carries no signature. Certificates carry one.' };
  if (found.length > 1) {
    return {
      isSigned: true,
      words: `This file carries ${found.length} signatures. A certificate carries exactly one.`,
    };
  }
  const place = placeOf(text, range);
  if (typeof place === 'string') return { isSigned: true, words: place };
  const { start, end } = place;
  const der = contentsOf(text.slice(start, end));
  if (!der) return { isSigned: true, words: ALTERED };
  const signed = concat(pdf.subarray(0, start), pdf.subarray(end));
  const dictionary = text.slice(text.lastIndexOf(' obj', range.index), range.index);
  return { signed, der, signedAt: momentOf(dictionary) };
}

/** Where the signature is in the file; a sentence if it does not cover everything else. */
function placeOf(text: string, range: RegExpExecArray): { start: number; end: number } | string {
  const numbers = (range[1] ?? '').trim().split(/\s+/);
  const [from = -1, start = -1, end = -1, length = -1] = numbers.map((each) =>
    /^\d{1,10}$/.test(each) ? Number(each) : -1,
  );
  const behind = range.index + range[0].length;
  const opening = /^\s*\/Contents\s*</.exec(text.slice(behind, behind + 100))?.[0];
  const first = opening === undefined ? -1 : behind + opening.length - 1;
  const close = first < 0 ? -1 : text.indexOf('>', first);
  const more = text.length - end - length;
  if (more < 0 && !text.endsWith(END)) return CUT_OFF;
  const isInPlace = numbers.length === 4 && from === 0 && start === first && end === close + 1;
  if (close < 0 || !isInPlace || length < 0 || more < 0) return ALTERED;
  if (more === 0) return { start, end };
  if (!text.slice(0, end + length).endsWith(END)) return ALTERED;
  const added = more === 1 ? '1 byte was added' : `${more.toLocaleString('en')} bytes were added`;
  return `The signature does not cover the whole file: ${added} behind what was signed.`;
}

/** The signature between < and >: hexadecimal digits, then zeros. */
function contentsOf(gap: string): Bytes | undefined {
  // Only small letters, so that a signature has only one spelling.
  const bytes = /^<[0-9a-f]*>$/.test(gap) ? fromHex(gap.slice(1, -1)) : undefined;
  const length = bytes && derLength(bytes);
  if (!bytes || !length || length > bytes.length) return undefined;
  return bytes.subarray(length).every((byte) => byte === 0) ? bytes.slice(0, length) : undefined;
}

/** The length of the first DER value; undefined if it has another form. */
function derLength(bytes: Bytes): number | undefined {
  const [tag, first = 0] = bytes;
  if (tag !== 0x30) return undefined;
  if (first < 0x80) return first + 2;
  const count = first & 0x7f;
  if (count === 0 || count > 4) return undefined;
  return bytes.subarray(2, 2 + count).reduce((length, byte) => length * 256 + byte, 0) + 2 + count;
}

/** The time in '/M (D:20261110103000Z)', in UTC, as certificates state it. */
function momentOf(dictionary: string): string | null {
  const found = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(dictionary);
  if (!found) return null;
  const [, year, month, day, hour, minute, second] = found;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Number.isNaN(Date.parse(text)) ? null : text;
}
