export const TRACE_LIMITS = {
  bytes: 10 * 1024 * 1024,
  minPoints: 100,
  maxPoints: 200_000,
  /** No method takes ten hours. A longer time must be in seconds. */
  maxMinutes: 600,
} as const;

/** Pages draw two points for each column and both ends, so at most 1,500 points. */
export const DRAWN_COLUMNS = 749;
