/** The 97.5 % quantile of the normal distribution, qnorm(0.975), in full double precision. */
const Z = 1.959963984540054;

/** With fewer values, answers contain no interval and no per cent. */
export const LEAST_FOR_INTERVAL = 5;

/** Shares from 0 to 1. */
export type Interval = { low: number; high: number };

/**
 * Wilson's 95 % interval for a part of a number. Equal to `prop.test(passed, n, correct = FALSE)` in R.
 * @throws RangeError if `passed` is no part of `n`.
 */
export function wilson(passed: number, n: number): Interval {
  if (!Number.isInteger(n) || !Number.isInteger(passed) || n < 1 || passed < 0 || passed > n) {
    throw new RangeError(`${passed} of ${n} is no share`);
  }
  const share = passed / n;
  const half = Z ** 2 / (2 * n);
  const spread = Z * Math.sqrt((share * (1 - share)) / n + half / (2 * n));
  const whole = 1 + 2 * half;
  // Rounding could put an end of the interval on the wrong side.
  return {
    low: passed === 0 ? 0 : Math.max(0, (share + half - spread) / whole),
    high: passed === n ? 1 : Math.min(1, (share + half + spread) / whole),
  };
}
