import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The attempts of one address, counted for lookups of keys and for comparisons of papers. */
export const VERIFY_TRIES = { points: 10, seconds: 60 };
export const COMPARE_TRIES = { points: 20, seconds: 60 };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two keys are equal. The time does not depend on where they differ or how long they are. */
export function isSameKey(given: string, stored: string): boolean {
  return timingSafeEqual(digest(given), digest(stored));
}

/** The task number in a text: digits, with or without a #. Other text gives 0, which is no task number. */
export function readTaskNumber(typed: string): number {
  const digits = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  return digits === undefined ? 0 : Number(digits);
}

/** The revision in a text. Undefined if there is no text; malformed text gives 0, which no certificate has. */
export function readRevision(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  return /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 0;
}

/** The HMAC-SHA256 of the words, one word per line. So counters contain neither addresses nor typed values. */
export const keyedHash = (secret: string, ...words: string[]): string =>
  createHmac('sha256', secret).update(words.join('\n')).digest('base64url');

/** Lookups of a test: today, on earlier days of this month, and on the thirty days before. */
export type Lookups = { today: number; earlierInMonth: number; thirtyDaysBefore: number };

const MANY_A_DAY = 50;
const TIMES_THE_MEAN = 10;

/** Whether a day has so many lookups that somebody probably uses the certificate without its owner's knowledge. */
export const isUnusual = ({ today, thirtyDaysBefore }: Lookups): boolean =>
  today >= MANY_A_DAY && today * 30 >= TIMES_THE_MEAN * thirtyDaysBefore;

/** How many different values of one line can be tried per day: from one address; below, from all addresses. */
const COMPARED_HERE = 5;
const COMPARED_IN_ALL = 20;

export const isTooMany = ({ here, inAll }: { here: number; inAll: number }): boolean =>
  here > COMPARED_HERE || inAll > COMPARED_IN_ALL;

/** How many different whole papers one address can compare per day. */
const WHOLE_PAPERS = 10;
export const isTooManyPapers = (papers: number): boolean => papers > WHOLE_PAPERS;

/** The owner gets a mail when so many different values of one line were tried in a calendar month (UTC). */
const TOLD_AT = 10;
export const isTold = ({ before, after }: { before: number; after: number }): boolean =>
  before < TOLD_AT && after >= TOLD_AT;
