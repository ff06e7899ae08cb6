import type { Rule } from './types.ts';

// A separate file, without the arithmetic of measurements: public pages compare printed values with their limits.

export type NumericRule = Exclude<Rule, { kind: 'absent' }>;
/** Whether a rule compares a mass with the theoretical mass. */
export const isOfMass = ({ of }: Pick<NumericRule, 'of'>): boolean => of === 'mass' || of === 'mass_ppm';

/** Lowest and highest passing value; infinite without a limit. */
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

/** Tolerates binary rounding, so that a result on its limit does not fail: the mean of 0.1, 0.2 and 0.3 is 0.2. */
export function atMost(one: number, other: number): boolean {
  return one <= other || one - other <= 1e-12 * Math.max(Math.abs(one), Math.abs(other), 1e-9);
}

export function isWithin([low, high]: Bounds, figure: number): boolean {
  return atMost(low, figure) && atMost(figure, high);
}

/** Rounds halves away from zero, by the decimal digits of the number: 1.005 is 1.01 to two decimals. */
export function roundTo(value: number, decimals: number): number {
  const [digits = '', power = '0'] = Math.abs(value).toExponential(13).split('e');
  const shifted = Math.round(Number(`${digits}e${Number(power) + decimals}`));
  // Above this limit JavaScript writes exponents, and no digit is left to round.
  return shifted < 1e21 ? Math.sign(value) * Number(`${shifted}e${-decimals}`) : value;
}

const MOST_DECIMALS = 12;

/**
 * Number of decimals for printing a figure, at least `decimals`: enough that the printed figure lies on the same side
 * of its limits as the exact one.
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
