import { plainDecimals } from './plain-decimals.ts';

/** A number as an exact fraction of two integers, without binary rounding. */
export type Fraction = { over: bigint; under: bigint };

/** The exact fraction of a plain decimal number, such as '98.50', or of a finite number. */
export function fractionOf(typed: string | number): Fraction {
  if (typeof typed === 'number' && Number.isInteger(typed)) return { over: BigInt(typed), under: 1n };
  const text = typeof typed === 'number' ? plainDecimals(typed) : typed.trim();
  const [, sign = '', whole = '', decimals = ''] = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`${text} is no number in plain decimals`);
  return { over: BigInt(`${sign}${whole}${decimals}`), under: 10n ** BigInt(decimals.length) };
}

export const plus = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.under + other.over * one.under,
  under: one.under * other.under,
});

export const minus = (one: Fraction, other: Fraction) => plus(one, { ...other, over: -other.over });

/** `one` in % of `whole`. */
export const percentOf = (one: Fraction, whole: Fraction): Fraction => ({
  over: 100n * one.over * whole.under,
  under: one.under * whole.over,
});

/** The mean of plain decimal numbers. */
export function meanOf(typed: readonly string[]): Fraction {
  const sum = typed.map(fractionOf).reduce(plus, { over: 0n, under: 1n });
  return { over: sum.over, under: sum.under * BigInt(typed.length) };
}

/** Negative if `one` is smaller, zero if both are equal. */
export function compare(one: Fraction, other: Fraction): number {
  const difference = one.over * other.under - other.over * one.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
