import { atMost, type Bounds, isWithin } from './rule-bounds.ts';
import type { Qualified } from './typed-figure.ts';
import type { Decision, DecisionRule, Uncertainty } from './types.ts';

// Decisions on a value with uncertainty and limits (JCGM 106:2012, ILAC-G8:09/2019). This file does not import zod.

/**
 * The expanded uncertainty U (k = 2) in the unit of the value: 2·√Σu² of its parts, or the typed U. Undefined if it is
 * not above zero.
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
 * The decision on a number y with uncertainty U. With a guard band, y passes from low + U to high − U. From there to
 * the limits it passes with a doubt; up to U outside the limits it fails with a doubt.
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

/** The decision on a value such as '< 0.5' with a guard band: pass or fail if all numbers that it can mean do. */
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
  // A number exactly at the end of the doubtful range does not fail for certain; one beyond it does.
  const isFailed = isStrict ? atMost(less, more) : !atMost(more, less);
  if (hasFar) return isFailed ? 'fail' : 'undecidable';
  const isPassed = isBelow ? atMost(number, high - U) : atMost(low + U, number);
  return isPassed ? 'pass' : 'undecidable';
}

/** The probability that the true value is within the limits: Φ((high − y)/u) − Φ((low − y)/u), u = U/2. */
export function conformance([low, high]: Bounds, y: number, U: number): number {
  if (U === 0) return isWithin([low, high], y) ? 1 : 0;
  const below = (2 * (low - y)) / U;
  const above = (2 * (high - y)) / U;
  // Subtracts two small numbers, because numbers near 1 would lose digits.
  return below > 0 ? normalCdf(-below) - normalCdf(-above) : normalCdf(above) - normalCdf(below);
}

/** Φ(x), the standard normal distribution, to 12 digits also far from 0. */
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

/** Whether no value between two limits can pass, because the guard band is too wide. */
export function isBandTooWide([low, high]: Bounds, U: number): boolean {
  return !atMost(U, (high - low) / 2);
}
