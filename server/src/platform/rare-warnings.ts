import type { Logger } from './log.ts';

const LINES_A_SECOND = 5;

/** Writes at most five warnings a second into the log. The next one says how many were left out. */
export function createRareWarnings(log: Pick<Logger, 'warn'>, now: () => Date) {
  let since = Number.NEGATIVE_INFINITY;
  let lines = 0;
  let leftOut = 0;
  return (facts: object, message: string): void => {
    const at = now().getTime();
    if (Math.abs(at - since) >= 1_000) {
      since = at;
      lines = 0;
    }
    if (lines >= LINES_A_SECOND) {
      leftOut += 1;
      return;
    }
    lines += 1;
    log.warn(leftOut > 0 ? { ...facts, leftOut } : facts, message);
    leftOut = 0;
  };
}
