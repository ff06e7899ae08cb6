import { distance } from 'fastest-levenshtein';
import { AS_WRITTEN, alphanumeric, SHORTEST_NUMBER } from './words.ts';

const LETTERS = /^[\p{L}\p{M}]+$/u;
const DIGITS = /^\p{N}+$/u;

/** A word of a search, with its patterns. */
export type Word = {
  /** The word as typed, in the form for comparison. */
  typed: string;
  /** The letters and digits of the word. */
  text: string;
  /** The pattern for names; null if the word can only be a batch code or a task number. */
  inNames: string | null;
  /** The patterns for batch codes and task numbers, of which one must match. */
  inCodes: string[];
  /** Whether the word is a task number, which is never corrected. */
  isTask: boolean;
};

/** The largest number of words that a search uses. */
export const MOST_WORDS = 20;

/** The number of a certificate: 'VP-10068-R1' means task 10068. A shorter number may be a batch. */
const CERTIFICATE = /^vp-?(\d{5,15})(-?r\d{1,5})?$/;

function wordOf(typed: string): Word | undefined {
  const plain = typed.replace(/[\u2010-\u2015]/g, '-');
  const certificate = CERTIFICATE.exec(plain)?.[1];
  const text = certificate ?? alphanumeric(plain);
  if (text === '') return undefined;
  // '#10068' is always a task number. 'VP-10068-R1' may also be the name of a batch.
  if (certificate || /^#\d+$/.test(plain)) {
    const inCodes = [`%\n#${text}\n%`, ...(certificate ? [insideCodes(typed)] : [])];
    return { typed, text, inNames: null, inCodes, isTask: true };
  }
  return { typed, text, inNames: namePattern(text), inCodes: [codePattern(text)], isTask: false };
}

/** The pattern for a name. A short word must begin a word of the name, a longer one may be anywhere. */
function namePattern(text: string): string {
  const isInside = LETTERS.test(text) && (text.length >= 3 || !/^[a-z]+$/.test(text));
  // The word has only letters and digits, so it contains no wildcard.
  return isInside ? `%${text}%` : `%\n${text}%`;
}

/** The pattern for a batch, a number in it, or a task number. */
function codePattern(text: string): string {
  const isBeginning = DIGITS.test(text)
    ? text.length > SHORTEST_NUMBER
    : text.length >= 3 && /\p{N}/u.test(text);
  return isBeginning ? `%\n${text}%` : `%\n${text}\n%`;
}

/** The pattern for a part of a batch code as it is written. */
export const insideCodes = (typed: string): string => `%${AS_WRITTEN}%${typed.replace(/[\\%_]/g, '\\$&')}%`;

/** Words before a number: 'Task #10068', 'batch DEMO-22'. */
const LABEL = /^(task|batch|lot):?$/;
const SHORTEST_CODE = 4;
const isCode = (typed = '') => /\p{N}/u.test(typed) && alphanumeric(typed).length >= SHORTEST_CODE;

/** The words of a search, each once, without words such as 'task'. */
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

/** A shorter word is never corrected. */
export const SHORTEST_MISTYPED = 3;

const digitsOf = (word: string) => (word.match(/\p{N}+/gu) ?? []).join(' ');
/** How many letters may be wrong. Two exchanged letters count as two. */
const errorsIn = (typed: string) => (typed.length < 5 ? 1 : 2);

/** Whether a word may be a known word with typing errors. Its numbers must be equal. */
export const mayBeMeant = (typed: string, known: string): boolean =>
  digitsOf(typed) === digitsOf(known) && distance(typed, known) <= errorsIn(typed);
