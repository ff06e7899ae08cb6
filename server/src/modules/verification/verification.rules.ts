import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** How often one address may verify or compare. */
export const VERIFY_TRIES = { points: 10, seconds: 60 };
export const COMPARE_TRIES = { points: 20, seconds: 60 };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two keys are equal; the time does not show where they differ. */
export function isSameKey(given: string, stored: string): boolean {
  return timingSafeEqual(digest(given), digest(stored));
}

/** The task number in a text. 0 without a number. */
export function readTaskNumber(typed: string): number {
  const digits = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  return digits === undefined ? 0 : Number(digits);
}

/** The revision in a text. Undefined for an empty text, 0 for another one. */
export function readRevision(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  return /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 0;
}

/** A hash with a secret key, so that counters show no addresses and values. */
export const keyedHash = (secret: string, ...words: string[]): string =>
  createHmac('sha256', secret).update(words.join('\n')).digest('base64url');

/** How often a test was looked up: today, earlier this month, and in the thirty days before. */
export type Lookups = { today: number; earlierInMonth: number; thirtyDaysBefore: number };

const MANY_A_DAY = 50;
const TIMES_THE_MEAN = 10;

/** Whether a test was looked up so often today that its owner should know. */
export const isUnusual = ({ today, thirtyDaysBefore }: Lookups): boolean =>
  today >= MANY_A_DAY && today * 30 >= TIMES_THE_MEAN * thirtyDaysBefore;

/** How many different values of one line of a result one address, and all addresses together, may try per day. */
const COMPARED_HERE = 5;
const COMPARED_IN_ALL = 20;

export const isTooMany = ({ here, inAll }: { here: number; inAll: number }): boolean =>
  here > COMPARED_HERE || inAll > COMPARED_IN_ALL;

/** How many whole papers one address can compare a day. */
const WHOLE_PAPERS = 10;
export const isTooManyPapers = (papers: number): boolean => papers > WHOLE_PAPERS;

/** After this many different values of one line in a month, the owner gets a mail. */
const TOLD_AT = 10;
export const isTold = ({ before, after }: { before: number; after: number }): boolean =>
  before < TOLD_AT && after >= TOLD_AT;
