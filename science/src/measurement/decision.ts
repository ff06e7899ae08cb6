import { atMost, type Bounds, isWithin } from './rule-bounds.ts';
import type { Qualified } from './typed-figure.ts';
import type { Decision, DecisionRule, Uncertainty } from './types.ts';

// Decisions on a value with uncertainty and limits (JCGM 106:2012, ILAC-G8:09/2019). No schemas, as in measuring.ts.

/**
 * Expanded uncertainty (k = 2) in the unit of the value: 2·√Σu² of the components, which may be in % of the value, else
 * the entered U. Undefined unless above zero.
 */
export function expandedUncertainty(
  { components = [], relative, U }: Pick<Uncertainty, 'components' | 'relative' | 'U'>,
  value: number,
): number | undefined {
  if (components.length === 0) return U !== undefined && U > 0 ? U : undefined;
  const whole = 2 * Math.hypot(...components.map(({ u }) => u));
  const found = relative ? (whole * Math.abs(value)) / 100 : whole;
  return found > 0 ? found : undefined;
}

/**
 * The decision on a figure y with expanded uncertainty U. With a guard band w = U, a figure passes from low + U to high
 * − U; between these and the limits it passes conditionally, and up to U outside the limits it fails conditionally.
 * Each end belongs to the better decision.
 */
export function decide(
  rule: DecisionRule,
  [low, high]: Bounds,
  y: number,
  U: number,
): Exclude<Decision, 'not_judged' | 'undecidable'> {
  const isInside = isWithin([low, high], y);
  if (rule === 'simple') return isInside ? 'pass' : 'fail';
  if (isWithin([low + U, high - U], y)) return 'pass';
  if (isInside) return 'conditional_pass';
  return isWithin([low - U, high + U], y) ? 'conditional_fail' : 'fail';
}

/**
 * The decision with a guard band of U on a one-sided value: pass or fail if every value on that side passes or fails
 * unconditionally.
 */
export function decideQualified(
  [low, high]: Bounds,
  sign: Qualified['sign'],
  number: number,
  U: number,
): 'pass' | 'fail' | 'undecidable' {
  const isBelow = sign === '<' || sign === '≤';
  const hasFar = Number.isFinite(isBelow ? low : high);
  const isStrict = sign === '<' || sign === '>';
  const [less, more] = isBelow ? [number, low - U] : [high + U, number];
  // The end of the conditional fail range is not a fail yet; everything beyond it is.
  const isFailed = isStrict ? atMost(less, more) : !atMost(more, less);
  if (hasFar) return isFailed ? 'fail' : 'undecidable';
  const isPassed = isBelow ? atMost(number, high - U) : atMost(low + U, number);
  return isPassed ? 'pass' : 'undecidable';
}

/** The probability that the true value lies within the limits: Φ((high − y)/u) − Φ((low − y)/u), u = U/2. */
export function conformance([low, high]: Bounds, y: number, U: number): number {
  if (U === 0) return isWithin([low, high], y) ? 1 : 0;
  const below = (2 * (low - y)) / U;
  const above = (2 * (high - y)) / U;
  // Uses the tail with full precision: the difference of two values near 1 loses its digits.
  return below > 0 ? normalCdf(-below) - normalCdf(-above) : normalCdf(above) - normalCdf(below);
}

/** Φ(x), the standard normal distribution, to 12 digits even far out: a series inside, a continued fraction outside. */
export function normalCdf(x: number): number {
  if (x > 2) return 1 - normalCdf(-x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x < -2) {
    let fraction = -x;
    for (let n = 200; n > 0; n -= 1) fraction = -x + n / fraction;
    return density / fraction;
  }
  let [term, sum] = [x, x];
  for (let n = 3; n < 101; n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  return 0.5 + density * sum;
}

/** Whether a guard band leaves no passing value between two limits. */
export function isBandTooWide([low, high]: Bounds, U: number): boolean {
  return !atMost(U, (high - low) / 2);
}
