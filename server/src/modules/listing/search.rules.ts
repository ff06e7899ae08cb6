import { fold } from '@vialproof/contract/fold';

/** The distinct folded texts, one a line; a search never matches across two of them. */
export function lines(texts: (string | null | undefined)[]): string {
  return [...new Set(texts.map((text) => fold(text ?? '')).filter(Boolean))].join('\n');
}

const LETTERS = /^[\p{L}\p{M}]+$/u;
const DIGITS = /^\p{N}+$/u;
/** A run of letters or of digits: where one of them begins, a word of a search may begin. */
const PIECE = /[\p{L}\p{M}]+|\p{N}+/gu;

/** Letters and digits alone: bpc-157, bpc 157 and bpc157 are one. */
export const squeeze = (folded: string): string => (folded.match(PIECE) ?? []).join('');

/** Each line from every place where a word may begin, squeezed; before each of them a line break. */
export function startsOf(words: string): string {
  const starts = new Set<string>();
  for (const line of words.split('\n')) {
    const pieces = line.match(PIECE) ?? [];
    for (const place of pieces.keys()) starts.add(pieces.slice(place).join(''));
  }
  return [...starts].map((start) => `\n${start}`).join('');
}

const SHORTEST_MISTYPED = 3;

/** The words of some lines in which a typing error is looked for: between spaces, and runs of letters. */
function knownWords(words: string): string[] {
  const known = words.split(/\s/).flatMap((word) => [squeeze(word), ...(word.match(PIECE) ?? [])]);
  return [...new Set(known)].filter((word) => word.length >= SHORTEST_MISTYPED && !DIGITS.test(word));
}

/** A word, and it with one letter left out: two words that are one error apart share one of these. */
export function shortened(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** What is kept of a phrase so that typing errors find it. */
export const nearOf = (words: string): string[] => [...new Set(knownWords(words).flatMap(shortened))];

/** Whether one letter was left out, added, replaced, or exchanged with its neighbour. */
function isOneError(typed: string, known: string): boolean {
  const [a, b] = [Array.from(typed), Array.from(known)];
  const least = Math.min(a.length, b.length);
  let head = 0;
  while (head < least && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < least - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

const digitsOf = (word: string) => (word.match(/\p{N}+/gu) ?? []).join(' ');

/** The words of a phrase that were meant by one that is one letter off; another number is another thing. */
export const meantBy = (typed: string, words: string): string[] =>
  knownWords(words).filter((known) => digitsOf(known) === digitsOf(typed) && isOneError(typed, known));

/** One word of a search. */
export type Word = {
  /** Folded, as it was typed. */
  typed: string;
  /** Squeezed. */
  text: string;
  /** For LIKE on what `startsOf` made. */
  pattern: string;
  /** Whether a batch or a task number is meant by its beginning; else only the whole is. */
  isBeginning: boolean;
  /** '#10068': nothing but this task number. */
  isTask: boolean;
  /** 'VP-10068-R1': that task number, or a batch that is called so. */
  isCertificate: boolean;
  /** Digits alone, as many as a batch is told by: meant wherever they stand in one. */
  isNumber: boolean;
};

/** So many words of a search are looked at; each is one bit of an integer of the database. */
export const MOST_WORDS = 20;

/** One with fewer digits stands in too many batches. */
const SHORTEST_NUMBER = 3;

/** As a certificate prints its number: 'VP-10068-R1' is of task 10068. No task has fewer digits; 'vp100' may be a batch. */
const CERTIFICATE = /^vp-?(\d{5,15})(-?r\d{1,5})?$/;

function wordOf(written: string): Word | undefined {
  const typed = written.replace(/[\u2010-\u2015]/g, '-').replace(CERTIFICATE, '#$1');
  const text = squeeze(typed);
  if (text === '') return undefined;
  const isInside = LETTERS.test(text) && (text.length >= 3 || !/^[a-z]+$/.test(text));
  return {
    typed: written,
    text,
    // What was squeezed holds none of the wildcards of LIKE.
    pattern: isInside ? `%${text}%` : `%\n${text}%`,
    isBeginning: DIGITS.test(text) ? text.length >= 4 : text.length >= 3 && /\p{N}/u.test(text),
    isTask: /^#\d+$/.test(typed),
    isCertificate: /^#/.test(typed) && !/^#/.test(written),
    isNumber: DIGITS.test(text) && text.length >= SHORTEST_NUMBER && !typed.startsWith('#'),
  };
}

/** As pages and certificates print it before a number or code: 'Task #10068', 'batch DEMO-22'. */
const LABEL = /^(task|batch|lot):?$/;
const SHORTEST_CODE = 4;
const isCode = (typed = '') => /\p{N}/u.test(typed) && squeeze(typed).length >= SHORTEST_CODE;

/**
 * The distinct words of a folded search; none where it has neither letters nor digits. What only says that a number or a
 * code follows is no word.
 */
export function wordsOf(folded: string): Word[] {
  const all = folded.split(' ');
  const words = new Map<string, Word>();
  for (const [at, typed] of all.entries()) {
    const isLabel = LABEL.test(typed) && isCode(all[at + 1]);
    const word = isLabel ? undefined : wordOf(typed);
    if (word && words.size < MOST_WORDS) words.set(`${word.isTask}${word.text}`, word);
  }
  return [...words.values()];
}

/** As long as the pieces of `text_grams` in the database. */
const LONGEST_GRAM = 4;

/** The pieces of a word by which the index of codes is asked: the word itself when short, else all its pieces of four. */
export function gramsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length <= LONGEST_GRAM) return [word];
  const places = letters.slice(LONGEST_GRAM - 1).keys();
  return [...new Set([...places].map((at) => letters.slice(at, at + LONGEST_GRAM).join('')))];
}

/** A LIKE pattern for 'contains'; what LIKE takes for wildcards is meant literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
