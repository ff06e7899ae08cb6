/** The only place that reads the system time. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests: it moves only when told to advance. */
export function standingClock(start = new Date()): Clock & { advance(milliseconds: number): void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance(milliseconds) {
      at += milliseconds;
    },
  };
}

/** `at` plus seconds, which may be fractional. */
export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}
