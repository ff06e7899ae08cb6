import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';

/** The texts in the form for comparison, each once. */
export const foldedTexts = (texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.map((text) => fold(text ?? '')).filter(Boolean)),
];

/** Only letters, or only digits. A search word may begin here. */
const PIECE = /[\p{L}\p{M}]+|\p{N}+/gu;

/** The letters and digits of a text: bpc-157 and bpc157 become equal. */
export const alphanumeric = (folded: string): string => (folded.match(PIECE) ?? []).join('');

/** The text that searches for words look into: each part that begins with a word, one per line. */
export function wordsOfTexts(texts: (string | null | undefined)[]): string {
  const starts = new Set<string>();
  for (const line of foldedTexts(texts)) {
    const pieces = line.match(PIECE) ?? [];
    for (const place of pieces.keys()) starts.add(pieces.slice(place).join(''));
  }
  return [...starts].map((start) => `\n${start}`).join('');
}

/** Shorter numbers are in too many batches. */
export const SHORTEST_NUMBER = 3;
const NUMBER = new RegExp(`[0-9]{${SHORTEST_NUMBER},}`, 'g');

/** The characters that stand before a batch code in the searched text if the code is spelled as written. */
export const AS_WRITTEN = '\n=';

/**
 * The text in which a search looks for batch codes and task numbers, one per line: the batch code, its numbers, the
 * task number, and the written forms.
 */
export function codesOf(taskNumber: number, batchCode: string | null): string {
  const batch = foldBatchCode(batchCode ?? '');
  const batchSigns = alphanumeric(batch);
  const codes = [batchSigns, ...(batchSigns.match(NUMBER) ?? []), String(taskNumber), `#${taskNumber}`];
  const written = [batch, String(taskNumber)].filter(Boolean).map((code) => AS_WRITTEN + code);
  return `\n${[...new Set(codes)].filter(Boolean).join('\n')}\n${written.join('')}`;
}
