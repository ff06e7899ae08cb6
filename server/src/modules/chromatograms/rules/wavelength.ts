import { decodeText } from './text-encoding.ts';

/** Headings stand at the start; the rest of a file is numbers. */
const HEADING_BYTES = 4096;
/** What a UV-visible detector is set to. */
const RANGE_NM = { from: 180, to: 900 } as const;

/**
 * The detector's wavelength in nm, when the lines before the numbers name exactly one ('HPLC-UV, 214 nm',
 * 'Sig=220,4 nm'); null when they name none or several, which is for people to settle.
 */
export function wavelengthOf(bytes: Uint8Array): number | null {
  const decoded = decodeText(bytes.subarray(0, HEADING_BYTES));
  if (!decoded.ok) return null;
  const lines = decoded.text.split(/\r\n|\r|\n/);
  const data = lines.findIndex((line) => /^\s*"?[+-]?[.,\d]+"?[\s;,]+"?[+-]?[.,]?\d/.test(line));
  const heading = lines.slice(0, data < 0 ? lines.length : data).join('\n');
  return wavelengthIn(heading);
}

/** The one wavelength in nm that a detector's description names: '214 nm', 'DAD1 A, Sig=254,4 Ref=360,100'. */
export function wavelengthIn(words: string): number | null {
  const named = [...words.matchAll(/(?<![\d.,])(\d{3})(?:[.,]\d+)?\s?nm\b|\bSig=(\d{3})/gi)]
    .map((match) => Number(match[1] ?? match[2]))
    .filter((nm) => nm >= RANGE_NM.from && nm <= RANGE_NM.to);
  const [only, ...others] = new Set(named);
  return only === undefined || others.length > 0 ? null : only;
}
