import { plainNumber, readClaim } from './measuring.ts';
import type { Measurement } from './types.ts';

/** How far a measured amount is from what the label states. */
export type LabelDeviation = {
  line: Measurement;
  /** What the label states, in the unit of the line. */
  claim: number;
  /** In % of the label, to a hundredth: −2 where 4.9 mg were found of 5 mg. */
  percent: number;
};

/**
 * The first amount that a result states, compared with the label: with the claim that the laboratory read from it, else
 * with what the customer wrote. `unread` where there is an amount and no label in its terms; null without an amount.
 */
export function labelDeviation(
  lines: readonly Measurement[],
  label: string | null,
): LabelDeviation | 'unread' | null {
  const amounts = lines.filter((line) => figureOf(line) !== undefined && (line.claim || isAmount(line.unit)));
  for (const line of amounts) {
    const claim = line.claim ?? readClaim(label ?? '', line.unit);
    const value = line.computed?.mean ?? figureOf(line);
    if (claim === undefined || value === undefined) continue;
    const share = line.computed?.percent_of_claim;
    const percent = typeof share === 'number' ? toHundredth(share - 100) : percentOff(value, claim);
    return { line, claim, percent };
  }
  return amounts.length > 0 ? 'unread' : null;
}

/** How far a value is from a claim, to a hundredth of a per cent of it, more than which no amount is known. */
export const percentOff = (value: number, claim: number) => toHundredth(100 * (value / claim - 1));

export const toHundredth = (percent: number) => Math.round(100 * percent) / 100 + 0;

/** The number that a line states; undefined where it is words, or only bounded. */
export function figureOf({ value, qualifier }: Measurement): number | undefined {
  const figure = qualifier ? undefined : plainNumber(value);
  return figure === undefined ? undefined : figure + 0;
}

/** A unit that labels state amounts in: mg/vial, IU, mg/mL; µg/g is a share of the whole. */
const isAmount = (unit: string) =>
  !/\/\s*(k?g|mg|µg|μg|mcg|ug)$/i.test(unit) && readClaim(`1 ${unit}`, unit) !== undefined;
