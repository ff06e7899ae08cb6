import { distance } from 'fastest-levenshtein';
import { AS_WRITTEN, alphanumeric, SHORTEST_NUMBER } from './words.ts';

const LETTERS = /^[\p{L}\p{M}]+$/u;
const DIGITS = /^\p{N}+$/u;

/** One word of a search, with the patterns of LIKE that find it in what words.ts made of a test. */
export type Word = {
  /** Folded, as it was typed. */
  typed: string;
  /** Squeezed. */
  text: string;
  /** The pattern for names; null for a word that only means a code. */
  inNames: string | null;
  /** The patterns for codes; one that matches is enough. */
  inCodes: string[];
  /** A task number: nothing similar is meant. */
  isTask: boolean;
};

/** So many words of a search are looked at. */
export const MOST_WORDS = 20;

/** As a certificate prints its number: 'VP-10068-R1' is of task 10068. No task has fewer digits; 'vp100' may be a batch. */
const CERTIFICATE = /^vp-?(\d{5,15})(-?r\d{1,5})?$/;

function wordOf(typed: string): Word | undefined {
  const plain = typed.replace(/[\u2010-\u2015]/g, '-');
  const certificate = CERTIFICATE.exec(plain)?.[1];
  const text = certificate ?? alphanumeric(plain);
  if (text === '') return undefined;
  // '#10068': nothing but this task number. A batch may be called 'VP-10068-R1'.
  if (certificate || /^#\d+$/.test(plain)) {
    const inCodes = [`%\n#${text}\n%`, ...(certificate ? [insideCodes(typed)] : [])];
    return { typed, text, inNames: null, inCodes, isTask: true };
  }
  return { typed, text, inNames: namePattern(text), inCodes: [codePattern(text)], isTask: false };
}

/** A word stands at the beginning of a word of a name; letters, from three Latin ones on, anywhere. */
function namePattern(text: string): string {
  const isInside = LETTERS.test(text) && (text.length >= 3 || !/^[a-z]+$/.test(text));
  // What was squeezed holds none of the wildcards of LIKE.
  return isInside ? `%${text}%` : `%\n${text}%`;
}

/** A batch, a number in one or a task number: from some length on its beginning is enough. */
function codePattern(text: string): string {
  const isBeginning = DIGITS.test(text)
    ? text.length > SHORTEST_NUMBER
    : text.length >= 3 && /\p{N}/u.test(text);
  return isBeginning ? `%\n${text}%` : `%\n${text}\n%`;
}

/** Where a word stands somewhere in a batch code or a task number, as they are written. */
export const insideCodes = (typed: string): string => `%${AS_WRITTEN}%${typed.replace(/[\\%_]/g, '\\$&')}%`;

/** As pages and certificates print it before a number or code: 'Task #10068', 'batch DEMO-22'. */
const LABEL = /^(task|batch|lot):?$/;
const SHORTEST_CODE = 4;
const isCode = (typed = '') => /\p{N}/u.test(typed) && alphanumeric(typed).length >= SHORTEST_CODE;

/**
 * The distinct words of a folded search; none where it has neither letters nor digits. What only says that a number or a
 * code follows is no word.
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

/** A shorter word resembles too many others. */
export const SHORTEST_MISTYPED = 3;

const digitsOf = (word: string) => (word.match(/\p{N}+/gu) ?? []).join(' ');
/** So many letters of a short and of a longer word may be wrong; two that changed places count as two. */
const errorsIn = (typed: string) => (typed.length < 5 ? 1 : 2);

/** Whether a word may be meant by one that resembles it: few letters are wrong, and another number is another thing. */
export const mayBeMeant = (typed: string, known: string): boolean =>
  digitsOf(typed) === digitsOf(known) && distance(typed, known) <= errorsIn(typed);
