import { plainNumber, readClaim } from './measuring.ts';
import type { Measurement } from './types.ts';

/** How much a measured amount differs from the label. */
export type LabelDeviation = {
  line: Measurement;
  /** The amount on the label, in the unit of the result's line. */
  claim: number;
  /** The difference in % of the label: −2 for 4.9 mg found and 5 mg on the label. */
  percent: number;
};

/**
 * Compares the first amount of a result with its label. `unread` if the label has no amount in this unit; null if the
 * result has no amount.
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

/** The difference in % of the label, with two decimals. */
export const percentOff = (value: number, claim: number) => toHundredth(100 * (value / claim - 1));

export const toHundredth = (percent: number) => Math.round(100 * percent) / 100 + 0;

/** The number in a line of a result; undefined for words and for values such as '< 0.5'. */
export function figureOf({ value, qualifier }: Measurement): number | undefined {
  const figure = qualifier ? undefined : plainNumber(value);
  return figure === undefined ? undefined : figure + 0;
}

/** Whether a label can state an amount in this unit: mg/vial, IU, mg/mL, but not µg/g. */
const isAmount = (unit: string) =>
  !/\/\s*(k?g|mg|µg|μg|mcg|ug)$/i.test(unit) && readClaim(`1 ${unit}`, unit) !== undefined;
