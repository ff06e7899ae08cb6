import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** From one address: keys looked up, and papers compared. */
export const VERIFY_TRIES = { points: 10, seconds: 60 };
export const COMPARE_TRIES = { points: 20, seconds: 60 };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two keys are equal, in a time that tells neither where they differ nor how long they are. */
export function isSameKey(given: string, stored: string): boolean {
  return timingSafeEqual(digest(given), digest(stored));
}

/** A task number as somebody typed it: digits, a leading # forgiven. 0, which is no task's, when it is none. */
export function readTaskNumber(typed: string): number {
  const digits = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  return digits === undefined ? 0 : Number(digits);
}

/** The revision that a paper names: undefined where it names none, 0, which no certificate has, for what is no number. */
export function readRevision(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  return /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 0;
}

/** HMAC-SHA256 of the words, one a line: what is counted is neither an address nor what somebody typed. */
export const keyedHash = (secret: string, ...words: string[]): string =>
  createHmac('sha256', secret).update(words.join('\n')).digest('base64url');

/** How often a test was looked up: today, on the days of this month before, and on the thirty days before. */
export type Lookups = { today: number; earlierInMonth: number; thirtyDaysBefore: number };

const MANY_A_DAY = 50;
const TIMES_THE_MEAN = 10;

/** Whether a day has so many lookups that a certificate is probably shown where its owner does not know of. */
export const isUnusual = ({ today, thirtyDaysBefore }: Lookups): boolean =>
  today >= MANY_A_DAY && today * 30 >= TIMES_THE_MEAN * thirtyDaysBefore;

/** How many different values a day allows for one line of a certificate: from one address, and in all. */
const COMPARED_HERE = 5;
const COMPARED_IN_ALL = 20;

export const isTooMany = ({ here, inAll }: { here: number; inAll: number }): boolean =>
  here > COMPARED_HERE || inAll > COMPARED_IN_ALL;

/** How many different whole papers an address may compare a day. */
const WHOLE_PAPERS = 10;
export const isTooManyPapers = (papers: number): boolean => papers > WHOLE_PAPERS;

/** The owner is told with so many different values of one line in a calendar month (UTC). */
const TOLD_AT = 10;
export const isTold = ({ before, after }: { before: number; after: number }): boolean =>
  before < TOLD_AT && after >= TOLD_AT;
