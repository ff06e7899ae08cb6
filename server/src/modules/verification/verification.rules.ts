import { createHash, timingSafeEqual } from 'node:crypto';

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
