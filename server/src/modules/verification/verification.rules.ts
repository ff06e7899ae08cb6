import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** From one address: lookups of keys, and comparisons of papers. */
export const VERIFY_TRIES = { points: 10, seconds: 60 };
export const COMPARE_TRIES = { points: 20, seconds: 60 };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two keys are equal, in a time independent of their difference and length. */
export function isSameKey(given: string, stored: string): boolean {
  return timingSafeEqual(digest(given), digest(stored));
}

/** A typed task number: digits, with an optional #. 0, which is no task, for other text. */
export function readTaskNumber(typed: string): number {
  const digits = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  return digits === undefined ? 0 : Number(digits);
}

/** The revision of a paper: undefined without one, 0, which no certificate has, for malformed text. */
export function readRevision(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  return /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 0;
}

/** HMAC-SHA256 of the words, one per line: counters contain neither addresses nor typed values. */
export const keyedHash = (secret: string, ...words: string[]): string =>
  createHmac('sha256', secret).update(words.join('\n')).digest('base64url');

/** Lookups of a test: today, on earlier days of this month, and on the thirty days before. */
export type Lookups = { today: number; earlierInMonth: number; thirtyDaysBefore: number };

const MANY_A_DAY = 50;
const TIMES_THE_MEAN = 10;

/** Whether a day has so many lookups that the certificate is probably used without its owner's knowledge. */
export const isUnusual = ({ today, thirtyDaysBefore }: Lookups): boolean =>
  today >= MANY_A_DAY && today * 30 >= TIMES_THE_MEAN * thirtyDaysBefore;

/** The most different values per day and line of a certificate: from one address, and in all. */
const COMPARED_HERE = 5;
const COMPARED_IN_ALL = 20;

export const isTooMany = ({ here, inAll }: { here: number; inAll: number }): boolean =>
  here > COMPARED_HERE || inAll > COMPARED_IN_ALL;

/** The most different whole papers per day from one address. */
const WHOLE_PAPERS = 10;
export const isTooManyPapers = (papers: number): boolean => papers > WHOLE_PAPERS;

/** The owner gets a mail at this many different values of one line in a calendar month (UTC). */
const TOLD_AT = 10;
export const isTold = ({ before, after }: { before: number; after: number }): boolean =>
  before < TOLD_AT && after >= TOLD_AT;
