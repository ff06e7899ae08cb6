import { distance } from 'fastest-levenshtein';
import { AS_WRITTEN, alphanumeric, SHORTEST_NUMBER } from './words.ts';

const LETTERS = /^[\p{L}\p{M}]+$/u;
const DIGITS = /^\p{N}+$/u;

/** One word of a search, with the LIKE patterns that match the texts of words.ts. */
export type Word = {
  /** The word as it was typed, folded. */
  typed: string;
  /** The letters and digits of the word. */
  text: string;
  /** The pattern for names; null if the word can only be a code. */
  inNames: string | null;
  /** The patterns for codes; it is enough if one of them matches. */
  inCodes: string[];
  /** Whether the word is a task number. A task number is never corrected. */
  isTask: boolean;
};

/** A search uses at most so many words. */
export const MOST_WORDS = 20;

/**
 * The number of a certificate: 'VP-10068-R1' belongs to task 10068. Task numbers have five digits or more, so 'vp100'
 * may be a batch.
 */
const CERTIFICATE = /^vp-?(\d{5,15})(-?r\d{1,5})?$/;

function wordOf(typed: string): Word | undefined {
  const plain = typed.replace(/[\u2010-\u2015]/g, '-');
  const certificate = CERTIFICATE.exec(plain)?.[1];
  const text = certificate ?? alphanumeric(plain);
  if (text === '') return undefined;
  // '#10068' can only be this task number, but a batch may be called 'VP-10068-R1'.
  if (certificate || /^#\d+$/.test(plain)) {
    const inCodes = [`%\n#${text}\n%`, ...(certificate ? [insideCodes(typed)] : [])];
    return { typed, text, inNames: null, inCodes, isTask: true };
  }
  return { typed, text, inNames: namePattern(text), inCodes: [codePattern(text)], isTask: false };
}

/**
 * The pattern that finds a word at the beginning of a word in a name. A word of three or more Latin letters, or of
 * letters of another script, is found anywhere.
 */
function namePattern(text: string): string {
  const isInside = LETTERS.test(text) && (text.length >= 3 || !/^[a-z]+$/.test(text));
  // Alphanumeric text contains no LIKE wildcard.
  return isInside ? `%${text}%` : `%\n${text}%`;
}

/**
 * The pattern that finds a batch, a number in a batch or a task number. A long enough number or code is also found by
 * its beginning.
 */
function codePattern(text: string): string {
  const isBeginning = DIGITS.test(text)
    ? text.length > SHORTEST_NUMBER
    : text.length >= 3 && /\p{N}/u.test(text);
  return isBeginning ? `%\n${text}%` : `%\n${text}\n%`;
}

/** The pattern that finds a word anywhere in the written form of a batch code or task number. */
export const insideCodes = (typed: string): string => `%${AS_WRITTEN}%${typed.replace(/[\\%_]/g, '\\$&')}%`;

/** Labels that pages and certificates print before a number or code: 'Task #10068', 'batch DEMO-22'. */
const LABEL = /^(task|batch|lot):?$/;
const SHORTEST_CODE = 4;
const isCode = (typed = '') => /\p{N}/u.test(typed) && alphanumeric(typed).length >= SHORTEST_CODE;

/**
 * The words of a folded search, each once; empty if the text has no letters and digits. The label before a number or a
 * code is no word.
 */
export function wordsOfSearch(folded: string): Word[] {
  const all = folded.split(' ');
  const words = new Map<string, Word>();
  for (const [at, typed] of all.entries()) {
    const isLabel = LABEL.test(typed) && isCode(all[at + 1]);
    const word = isLabel ? undefined : wordOf(typed);
    if (word && words.size < MOST_WORDS) words.set(`${word.isTask} ${word.text}`, word);
  }
  return [...words.values()];
}

/** A word with fewer letters is similar to too many other words, so it is not corrected. */
export const SHORTEST_MISTYPED = 3;

const digitsOf = (word: string) => (word.match(/\p{N}+/gu) ?? []).join(' ');
/** How many letters may be wrong in a short word and in a longer one. Two swapped letters count as two wrong ones. */
const errorsIn = (typed: string) => (typed.length < 5 ? 1 : 2);

/** Whether a word may be a typing error of a known word: few letters differ, and the numbers are equal. */
export const mayBeMeant = (typed: string, known: string): boolean =>
  digitsOf(typed) === digitsOf(known) && distance(typed, known) <= errorsIn(typed);
