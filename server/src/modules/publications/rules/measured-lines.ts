import type { Measurement } from '@vialproof/contract/results';
import { figureOf, labelDeviation, percentOff } from '@vialproof/science/measurement/label-deviation';
import { isIdentity, valueWithUnit } from '@vialproof/science/measurement/measurement-words';
import { boundsOfValue } from '@vialproof/science/measurement/number-line';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { purityFigure, purityLine } from '@vialproof/science/measurement/purity';
import { MANUAL_WORDS } from '@vialproof/science/measurement/purity-words';
import { fold } from '@vialproof/science/text/fold';
import type { LineValue } from './counted-tests.ts';

/** An analyte with its method, in the form for comparison and as written. */
export type LineName = { analyte_key: string; method_key: string; analyte: string; method: string };

/** A measured value, before its analyte and method have an id. */
export type MeasuredLine = LineName & Omit<LineValue, 'line' | 'source_line'>;

/** The measured values of a result. A purity is marked if a person moved the peaks. */
export function measuredLines(lines: readonly Measurement[], isManual: boolean): MeasuredLine[] {
  const figure = purityFigure(lines, { isManual });
  const purity = figure?.manual && purityLine(lines)?.line;
  return lines.map((line) => {
    const measured = measuredLine(line);
    return line === purity ? { ...measured, words: `${measured.words}, ${MANUAL_WORDS}` } : measured;
  });
}

export function measuredLine(line: Measurement): MeasuredLine {
  const { analyte, method, unit, limit, verdict } = line;
  const stated = { words: valueWithUnit(line), limit_words: limit, verdict };
  const named = { method_key: fold(method), method };
  if (isIdentity(analyte)) {
    // Masses of different compounds cannot be compared, so they are not counted.
    const nothing = { value: null, unit: '', low: null, high: null };
    return { analyte_key: 'identity', analyte: 'Identity', ...named, ...stated, ...nothing };
  }
  const [low, high] = finite(boundsOfValue(line));
  return {
    analyte_key: fold(analyte),
    analyte,
    ...named,
    ...stated,
    value: figureOf(line) ?? null,
    unit,
    low,
    high,
  };
}

/** How much an amount differs from the label, in per cent of the label. */
export type Deviation = { amount: LineName } & Omit<LineValue, 'line' | 'source_line'>;

/** The difference from the label, as a value for the counts. */
export function deviationLine(
  lines: readonly Measurement[],
  label: string | null,
): Deviation | 'unread' | null {
  const found = labelDeviation(lines, label);
  if (found === null || found === 'unread') return found;
  const { line, claim, percent } = found;
  const { analyte_key, method_key, analyte, method, limit_words, verdict } = measuredLine(line);
  const [low, high] = finite(boundsOfValue(line)).map((bound) => bound && percentOff(bound, claim));
  return {
    amount: { analyte_key, method_key, analyte, method },
    value: percent,
    words: `${valueWithUnit(line)} of ${plainDecimals(claim)} ${line.unit}`.trim(),
    unit: '%',
    limit_words,
    low: low ?? null,
    high: high ?? null,
    verdict,
  };
}

function finite(
  [low, high]: readonly [number, number] = [-Infinity, Infinity],
): [number | null, number | null] {
  return [Number.isFinite(low) ? low : null, Number.isFinite(high) ? high : null];
}
