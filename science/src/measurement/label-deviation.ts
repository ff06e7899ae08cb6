import { plainNumber, readClaim } from './measuring.ts';
import type { Measurement } from './types.ts';

/** How far a measured amount is from the label. */
export type LabelDeviation = {
  line: Measurement;
  /** The label claim in the unit of the line. */
  claim: number;
  /** The deviation in % of the label, to a hundredth: −2 for 4.9 mg found of 5 mg. */
  percent: number;
};

/**
 * The first amount that a result states, compared with the label: with the claim that the laboratory read from the
 * label, otherwise with the customer's statement. `unread` if there is an amount but no label in the same kind of unit;
 * null without an amount.
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

/**
 * The deviation of a value from a claim, to a hundredth of a per cent of the claim; no amount is known more precisely.
 */
export const percentOff = (value: number, claim: number) => toHundredth(100 * (value / claim - 1));

export const toHundredth = (percent: number) => Math.round(100 * percent) / 100 + 0;

/** The number of a line; undefined for words and for values such as '< 0.5'. */
export function figureOf({ value, qualifier }: Measurement): number | undefined {
  const figure = qualifier ? undefined : plainNumber(value);
  return figure === undefined ? undefined : figure + 0;
}

/** Whether a label states amounts in this unit: mg/vial, IU, mg/mL; µg/g is a share of the whole. */
const isAmount = (unit: string) =>
  !/\/\s*(k?g|mg|µg|μg|mcg|ug)$/i.test(unit) && readClaim(`1 ${unit}`, unit) !== undefined;
