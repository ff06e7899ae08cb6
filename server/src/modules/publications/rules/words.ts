import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';

/** The texts, folded, each once. A search never matches across two of them. */
export const foldedTexts = (texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.map((text) => fold(text ?? '')).filter(Boolean)),
];

/** A part of letters only, or of digits only. A search word may begin at each part. */
const PIECE = /[\p{L}\p{M}]+|\p{N}+/gu;

/** The letters and digits of a text: bpc-157, bpc 157 and bpc157 become equal. */
export const alphanumeric = (folded: string): string => (folded.match(PIECE) ?? []).join('');

/**
 * The text in which searches look for words. It contains each text, reduced to letters and digits, from each place
 * where a word starts; a line break stands before each.
 */
export function wordsOfTexts(texts: (string | null | undefined)[]): string {
  const starts = new Set<string>();
  for (const line of foldedTexts(texts)) {
    const pieces = line.match(PIECE) ?? [];
    for (const place of pieces.keys()) starts.add(pieces.slice(place).join(''));
  }
  return [...starts].map((start) => `\n${start}`).join('');
}

/** A number with fewer digits would be found in too many batches. */
export const SHORTEST_NUMBER = 3;
const NUMBER = new RegExp(`[0-9]{${SHORTEST_NUMBER},}`, 'g');

/** These characters stand before the written form of a batch code or a task number. */
export const AS_WRITTEN = '\n=';

/**
 * The text in which searches look for codes; a line break stands before and after each code. First the batch, reduced
 * to letters and digits, the numbers in it, the task number, and '#' with the task number; then the written forms, so
 * that a search finds a part of them.
 */
export function codesOf(taskNumber: number, batchCode: string | null): string {
  const batch = foldBatchCode(batchCode ?? '');
  const batchSigns = alphanumeric(batch);
  const codes = [batchSigns, ...(batchSigns.match(NUMBER) ?? []), String(taskNumber), `#${taskNumber}`];
  const written = [batch, String(taskNumber)].filter(Boolean).map((code) => AS_WRITTEN + code);
  return `\n${[...new Set(codes)].filter(Boolean).join('\n')}\n${written.join('')}`;
}
