import { fold } from '@vialproof/contract/fold';
import { valueWithUnit } from '@vialproof/contract/measurement-words';
import { plainNumber, readClaim } from '@vialproof/contract/measuring';
import { boundsOfValue } from '@vialproof/contract/number-line';
import { plainDecimals } from '@vialproof/contract/plain-decimals';
import type { Measurement } from '@vialproof/contract/results';
import type { LineValue } from './counted-tests.ts';

/** An analyte by a method, as it is compared and as it is written. */
export type LineName = { analyte_key: string; method_key: string; analyte: string; method: string };

/** A line of a result before it has the id of its analyte and method. */
export type MeasuredLine = LineName & Omit<LineValue, 'line' | 'source_line'>;

export function measuredLine(line: Measurement): MeasuredLine {
  const { analyte, method, unit, limit, verdict } = line;
  const [low, high] = finite(boundsOfValue(line));
  return {
    analyte_key: fold(analyte),
    method_key: fold(method),
    analyte,
    method,
    value: figureOf(line) ?? null,
    words: valueWithUnit(line),
    unit,
    limit_words: limit,
    low,
    high,
    verdict,
  };
}

/** How far the amount of a result is from its label, in % of the label. */
export type Deviation = { amount: LineName } & Omit<LineValue, 'line' | 'source_line'>;

/**
 * The first amount that a result states, compared with the label: with the claim that the laboratory read from it, else
 * with what the customer wrote. `unread` where there is an amount and no label in its terms; null without an amount.
 */
export function labelDeviation(
  lines: readonly Measurement[],
  label: string | null,
): Deviation | 'unread' | null {
  const amounts = lines.filter((line) => figureOf(line) !== undefined && (line.claim || isAmount(line.unit)));
  for (const line of amounts) {
    const claim = line.claim ?? readClaim(label ?? '', line.unit);
    const value = line.computed?.mean ?? figureOf(line);
    if (claim === undefined || value === undefined) continue;
    const { analyte_key, method_key, analyte, method, limit_words, verdict } = measuredLine(line);
    const [low, high] = finite(boundsOfValue(line)).map((bound) => bound && percentOff(bound, claim));
    return {
      amount: { analyte_key, method_key, analyte, method },
      value: percentOff(value, claim),
      words: `${valueWithUnit(line)} of ${plainDecimals(claim)} ${line.unit}`.trim(),
      unit: '%',
      limit_words,
      low: low ?? null,
      high: high ?? null,
      verdict,
    };
  }
  return amounts.length > 0 ? 'unread' : null;
}

/** To a hundredth of a per cent, more than which no amount is known. */
const percentOff = (value: number, claim: number) => Math.round(1e4 * (value / claim - 1)) / 100 + 0;

function figureOf({ value, qualifier }: Measurement): number | undefined {
  const figure = qualifier ? undefined : plainNumber(value);
  return figure === undefined ? undefined : figure + 0;
}

/** A unit that labels state amounts in: mg/vial, IU, mg/mL; µg/g is a share of the whole. */
const isAmount = (unit: string) =>
  !/\/\s*(k?g|mg|µg|μg|mcg|ug)$/i.test(unit) && readClaim(`1 ${unit}`, unit) !== undefined;

function finite(
  [low, high]: readonly [number, number] = [-Infinity, Infinity],
): [number | null, number | null] {
  return [Number.isFinite(low) ? low : null, Number.isFinite(high) ? high : null];
}
