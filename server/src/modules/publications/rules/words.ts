import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';

/** The distinct folded texts; a search never matches across two of them. */
export const foldedTexts = (texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.map((text) => fold(text ?? '')).filter(Boolean)),
];

/** A run of letters or of digits: a search word may begin at each of them. */
const PIECE = /[\p{L}\p{M}]+|\p{N}+/gu;

/** Letters and digits only: bpc-157, bpc 157 and bpc157 become equal. */
export const alphanumeric = (folded: string): string => (folded.match(PIECE) ?? []).join('');

/** The search words of a test: each text in alphanumerics from every start of a word; a line break before each. */
export function wordsOfTexts(texts: (string | null | undefined)[]): string {
  const starts = new Set<string>();
  for (const line of foldedTexts(texts)) {
    const pieces = line.match(PIECE) ?? [];
    for (const place of pieces.keys()) starts.add(pieces.slice(place).join(''));
  }
  return [...starts].map((start) => `\n${start}`).join('');
}

/** A number with fewer digits occurs in too many batches. */
export const SHORTEST_NUMBER = 3;
const NUMBER = new RegExp(`[0-9]{${SHORTEST_NUMBER},}`, 'g');

/** Precedes the written form of a batch code or a task number. */
export const AS_WRITTEN = '\n=';

/**
 * The codes of a test, each between line breaks: the batch in alphanumerics, the numbers in it, the task number, and
 * that after a '#'; then the written forms, for searches of a part of them.
 */
export function codesOf(taskNumber: number, batchCode: string | null): string {
  const batch = foldBatchCode(batchCode ?? '');
  const batchSigns = alphanumeric(batch);
  const codes = [batchSigns, ...(batchSigns.match(NUMBER) ?? []), String(taskNumber), `#${taskNumber}`];
  const written = [batch, String(taskNumber)].filter(Boolean).map((code) => AS_WRITTEN + code);
  return `\n${[...new Set(codes)].filter(Boolean).join('\n')}\n${written.join('')}`;
}
