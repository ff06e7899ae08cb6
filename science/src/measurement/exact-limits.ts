import { compare, type Fraction, fractionOf, minus, plus } from './decimals.ts';
import type { NumericRule } from './rule-bounds.ts';
import type { Qualified } from './typed-figure.ts';
import type { Measurement } from './types.ts';

/** The exact lowest and highest value that passes; null if the rule has no limit there. */
export type ExactBounds = readonly [low: Fraction | null, high: Fraction | null];

export function exactBoundsOf(rule: NumericRule): ExactBounds {
  switch (rule.kind) {
    case 'at_most':
      return [null, fractionOf(rule.limit)];
    case 'at_least':
      return [fractionOf(rule.limit), null];
    case 'between':
      return [fractionOf(rule.min), fractionOf(rule.max)];
    case 'within': {
      const [target, tolerance] = [fractionOf(rule.target), fractionOf(rule.tolerance)];
      return [minus(target, tolerance), plus(target, tolerance)];
    }
  }
}

/** Whether a number is within its limits; a number equal to a limit is. */
export function isWithinExactly([low, high]: ExactBounds, figure: Fraction): boolean {
  return (low === null || compare(low, figure) <= 0) && (high === null || compare(figure, high) <= 0);
}

/** The verdict on a value such as '< 0.5'. Null if some of the numbers that it can mean pass and some fail. */
export function judgeQualified(
  [low, high]: ExactBounds,
  sign: Qualified['sign'],
  bound: Fraction,
): Measurement['verdict'] {
  const isStrict = sign === '<' || sign === '>';
  const isBelow = sign === '<' || sign === '≤';
  // A value such as '< 0.5' can fail the far limit, or be undecided by it. Otherwise the near limit decides.
  const [far, near] = isBelow ? [low, high] : [high, low];
  const beyond = (limit: Fraction) => (isBelow ? compare(limit, bound) : compare(bound, limit));
  if (far !== null) return beyond(far) > 0 || (isStrict && beyond(far) === 0) ? 'fail' : null;
  return near !== null && beyond(near) >= 0 ? 'pass' : null;
}
