import type { Rule } from './types.ts';

// This is a separate file without the arithmetic of measurements, because public pages compare printed values with
// their limits.

export type NumericRule = Exclude<Rule, { kind: 'absent' }>;
/** Whether a rule compares a mass with the theoretical mass. */
export const isOfMass = ({ of }: Pick<NumericRule, 'of'>): boolean => of === 'mass' || of === 'mass_ppm';

/** The lowest and the highest value that passes; infinite if there is no such limit. */
export type Bounds = readonly [low: number, high: number];

export function boundsOf(rule: NumericRule): Bounds {
  switch (rule.kind) {
    case 'at_most':
      return [Number.NEGATIVE_INFINITY, rule.limit];
    case 'at_least':
      return [rule.limit, Number.POSITIVE_INFINITY];
    case 'between':
      return [rule.min, rule.max];
    case 'within':
      return [rule.target - rule.tolerance, rule.target + rule.tolerance];
  }
}

/**
 * Whether one number is at most the other. It tolerates binary rounding, so that a result equal to its limit does not
 * fail: the mean of 0.1, 0.2 and 0.3 is 0.2.
 */
export function atMost(one: number, other: number): boolean {
  return one <= other || one - other <= 1e-12 * Math.max(Math.abs(one), Math.abs(other), 1e-9);
}

export function isWithin([low, high]: Bounds, figure: number): boolean {
  return atMost(low, figure) && atMost(figure, high);
}

/**
 * Rounds a number; halves go away from zero, by the decimal digits of the number: 1.005 becomes 1.01 with two decimals.
 */
export function roundTo(value: number, decimals: number): number {
  const [digits = '', power = '0'] = Math.abs(value).toExponential(13).split('e');
  const shifted = Math.round(Number(`${digits}e${Number(power) + decimals}`));
  // Above this number JavaScript writes exponents, and no digit is left that could be rounded.
  return shifted < 1e21 ? Math.sign(value) * Number(`${shifted}e${-decimals}`) : value;
}

const MOST_DECIMALS = 12;

/**
 * How many decimals a number is printed with, at least `decimals`: enough that the printed number lies on the same side
 * of its limits as the exact number.
 */
export function tellingDecimals(
  figure: number,
  decimals: number,
  bounds: Bounds | undefined,
  round = roundTo,
): number {
  if (!bounds) return decimals;
  const is = isWithin(bounds, figure);
  let found = decimals;
  while (found < MOST_DECIMALS && isWithin(bounds, round(figure, found)) !== is) found += 1;
  return found;
}
