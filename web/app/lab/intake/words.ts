import type { ExpectedSample } from '@vialproof/contract/intake';
import {
  REJECTION_WORDS,
  SAMPLE_REJECTIONS,
  type SampleRejection,
} from '@vialproof/contract/sample-rejection';
import { readScan } from '../scan';
import type { Line } from './use-parcel';

/** Why a vial cannot be received, and what the user should do with it. */
export const whyNotWords: Record<NonNullable<ExpectedSample['why_not']>, string> = {
  not_paid: 'This order is not paid. Set the vial aside and ask an admin.',
  already_received: 'This sample was taken in already. Is this a second vial of it?',
  complete: 'This test is complete already. Set the vial aside.',
  cancelled: 'This order is cancelled. Keep the vial 30 days, then destroy it.',
  own_order: 'This is your own order. Somebody else has to take it in.',
};

/** One sentence about the state of a scanned vial. */
export function standing({ sample, rejection }: Line): { words: string; tone: 'good' | 'bad' | 'wait' } {
  if (sample === null) return { words: 'Looking it up…', tone: 'wait' };
  if (sample === 'unknown') {
    return { words: 'No order has this number. Check the label, or set the vial aside.', tone: 'bad' };
  }
  if ('failed' in sample) return { words: sample.failed || 'It could not be looked up.', tone: 'bad' };
  if (sample.why_not) return { words: whyNotWords[sample.why_not], tone: 'bad' };
  if (rejection) return { words: `Refused: ${REJECTION_WORDS[rejection].label.toLowerCase()}`, tone: 'bad' };
  return { words: 'Expected', tone: 'good' };
}

/** What an entry of the scan field means: a vial, a statement about the last vial, or something unknown. */
export type Scanned =
  | { kind: 'vial'; task: number }
  | { kind: 'refuse'; rejection: SampleRejection }
  | { kind: 'accept' }
  | { kind: 'unclear' };

/** Reads an entry of the scan field: the number or code on a label, or a statement about the last vial. */
export function readEntry(text: string): Scanned {
  const task = readScan(text);
  if (task) return { kind: 'vial', task: Number(task) };
  const word = text.trim().toLowerCase();
  const rejection = SAMPLE_REJECTIONS.find((each) => each === word && each !== 'other');
  if (rejection) return { kind: 'refuse', rejection };
  return word === 'ok' ? { kind: 'accept' } : { kind: 'unclear' };
}
