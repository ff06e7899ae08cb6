import { distance } from 'fastest-levenshtein';
import { AS_WRITTEN, alphanumeric, SHORTEST_NUMBER } from './words.ts';

const LETTERS = /^[\p{L}\p{M}]+$/u;
const DIGITS = /^\p{N}+$/u;

/** One word of a search, with LIKE patterns for the texts of words.ts. */
export type Word = {
  /** The typed word, folded. */
  typed: string;
  /** Letters and digits only. */
  text: string;
  /** The pattern for names; null for a word that can only be a code. */
  inNames: string | null;
  /** The patterns for codes; one match is enough. */
  inCodes: string[];
  /** A task number: it is never corrected. */
  isTask: boolean;
};

/** The most words of a search. */
export const MOST_WORDS = 20;

/** A certificate's number: 'VP-10068-R1' is of task 10068. Tasks have five digits or more; 'vp100' may be a batch. */
const CERTIFICATE = /^vp-?(\d{5,15})(-?r\d{1,5})?$/;

function wordOf(typed: string): Word | undefined {
  const plain = typed.replace(/[\u2010-\u2015]/g, '-');
  const certificate = CERTIFICATE.exec(plain)?.[1];
  const text = certificate ?? alphanumeric(plain);
  if (text === '') return undefined;
  // '#10068' is only this task number. A batch may be called 'VP-10068-R1'.
  if (certificate || /^#\d+$/.test(plain)) {
    const inCodes = [`%\n#${text}\n%`, ...(certificate ? [insideCodes(typed)] : [])];
    return { typed, text, inNames: null, inCodes, isTask: true };
  }
  return { typed, text, inNames: namePattern(text), inCodes: [codePattern(text)], isTask: false };
}

/** A word matches the beginning of a word in a name; letters, from three Latin ones on, match anywhere. */
function namePattern(text: string): string {
  const isInside = LETTERS.test(text) && (text.length >= 3 || !/^[a-z]+$/.test(text));
  // Alphanumeric text contains no LIKE wildcard.
  return isInside ? `%${text}%` : `%\n${text}%`;
}

/** Matches a batch, a number in one or a task number; from some length on by its beginning. */
function codePattern(text: string): string {
  const isBeginning = DIGITS.test(text)
    ? text.length > SHORTEST_NUMBER
    : text.length >= 3 && /\p{N}/u.test(text);
  return isBeginning ? `%\n${text}%` : `%\n${text}\n%`;
}

/** Matches a word anywhere in a written batch code or task number. */
export const insideCodes = (typed: string): string => `%${AS_WRITTEN}%${typed.replace(/[\\%_]/g, '\\$&')}%`;

/** Labels before a number or code on pages and certificates: 'Task #10068', 'batch DEMO-22'. */
const LABEL = /^(task|batch|lot):?$/;
const SHORTEST_CODE = 4;
const isCode = (typed = '') => /\p{N}/u.test(typed) && alphanumeric(typed).length >= SHORTEST_CODE;

/**
 * The distinct words of a folded search; empty without letters and digits. Labels of a number or a code are no words.
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

/** A shorter word is similar to too many others. */
export const SHORTEST_MISTYPED = 3;

const digitsOf = (word: string) => (word.match(/\p{N}+/gu) ?? []).join(' ');
/** How many letters of a short and of a longer word may be wrong; two swapped letters count as two. */
const errorsIn = (typed: string) => (typed.length < 5 ? 1 : 2);

/** Whether a word may be a typing error of a known one: few wrong letters, and the same numbers. */
export const mayBeMeant = (typed: string, known: string): boolean =>
  digitsOf(typed) === digitsOf(known) && distance(typed, known) <= errorsIn(typed);
