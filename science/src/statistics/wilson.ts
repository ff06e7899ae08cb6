/** The 97.5 % quantile of the normal distribution, qnorm(0.975), in full double precision. */
const Z = 1.959963984540054;

/** With a smaller n, answers have neither an interval nor a share in per cent, because these would mean little. */
export const LEAST_FOR_INTERVAL = 5;

/** Shares from 0 to 1. */
export type Interval = { low: number; high: number };

/**
 * Wilson's two-sided 95 % score interval of a share, without continuity correction, equal to R's `prop.test(passed, n,
 * correct = FALSE)` (Wilson 1927; Brown, Cai and DasGupta 2001).
 * @throws RangeError if `passed` is not an integer from 0 to `n`, or `n` not an integer from 1.
 */
export function wilson(passed: number, n: number): Interval {
  if (!Number.isInteger(n) || !Number.isInteger(passed) || n < 1 || passed < 0 || passed > n) {
    throw new RangeError(`${passed} of ${n} is no share`);
  }
  const share = passed / n;
  const half = Z ** 2 / (2 * n);
  const spread = Z * Math.sqrt((share * (1 - share)) / n + half / (2 * n));
  const whole = 1 + 2 * half;
  // By rounding, an end of the interval can lie just outside the share that is exactly at the end.
  return {
    low: passed === 0 ? 0 : Math.max(0, (share + half - spread) / whole),
    high: passed === n ? 1 : Math.min(1, (share + half + spread) / whole),
  };
}
