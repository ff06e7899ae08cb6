import type { Rule } from './types.ts';

// Public pages import this small file, which has no code for computing.

export type NumericRule = Exclude<Rule, { kind: 'absent' }>;
/** Whether a rule compares a mass with the theoretical mass. */
export const isOfMass = ({ of }: Pick<NumericRule, 'of'>): boolean => of === 'mass' || of === 'mass_ppm';

/** The lowest and the highest value that passes; infinite if there is no limit. */
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

/** Whether one number is not above another number. The tiny errors of computing with fractions are ignored. */
export function atMost(one: number, other: number): boolean {
  return one <= other || one - other <= 1e-12 * Math.max(Math.abs(one), Math.abs(other), 1e-9);
}

export function isWithin([low, high]: Bounds, figure: number): boolean {
  return atMost(low, figure) && atMost(figure, high);
}

/** Rounds a number by its decimal digits, halves away from zero: 1.005 becomes 1.01. */
export function roundTo(value: number, decimals: number): number {
  const [digits = '', power = '0'] = Math.abs(value).toExponential(13).split('e');
  const shifted = Math.round(Number(`${digits}e${Number(power) + decimals}`));
  // Numbers from 1e21 on have no decimals that could be rounded.
  return shifted < 1e21 ? Math.sign(value) * Number(`${shifted}e${-decimals}`) : value;
}

const MOST_DECIMALS = 12;

/** How many decimals must be printed so that the number stays on the same side of its limits. */
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
