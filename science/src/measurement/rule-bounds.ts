import type { Rule } from './types.ts';

// Of its own, without the arithmetic of measurements: public pages compare what they print with its limit.

export type NumericRule = Exclude<Rule, { kind: 'absent' }>;
/** Whether a rule compares a mass with the theoretical one. */
export const isOfMass = ({ of }: Pick<NumericRule, 'of'>): boolean => of === 'mass' || of === 'mass_ppm';

/** Lowest and highest that pass; infinite where there is none. */
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

/** Binary fractions must not fail a result that meets its limit exactly: 0.1, 0.2 and 0.3 have a mean of 0.2. */
export function atMost(one: number, other: number): boolean {
  return one <= other || one - other <= 1e-12 * Math.max(Math.abs(one), Math.abs(other), 1e-9);
}

export function isWithin([low, high]: Bounds, figure: number): boolean {
  return atMost(low, figure) && atMost(figure, high);
}

/** Halves go away from zero, by the digits that the number is written with: 1.005 is 1.01 to two decimals. */
export function roundTo(value: number, decimals: number): number {
  const [digits = '', power = '0'] = Math.abs(value).toExponential(13).split('e');
  const shifted = Math.round(Number(`${digits}e${Number(power) + decimals}`));
  // Beyond that JavaScript writes powers of ten, and no digit is left that could be rounded.
  return shifted < 1e21 ? Math.sign(value) * Number(`${shifted}e${-decimals}`) : value;
}

const MOST_DECIMALS = 12;

/**
 * With how many decimals a figure is printed, from `decimals` on: as many more as it takes until what is printed lies
 * on the same side of its limits as the figure itself.
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
