export const TRACE_LIMITS = {
  bytes: 10 * 1024 * 1024,
  minPoints: 100,
  maxPoints: 200_000,
  /** No method of this field runs for ten hours. A longer run means that the times in the file are seconds. */
  maxMinutes: 600,
} as const;

/** Pages draw two points a column and the two ends: at most 1,500 points. */
export const DRAWN_COLUMNS = 749;
