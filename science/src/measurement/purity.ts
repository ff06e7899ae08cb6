import { fold } from '../text/fold.ts';
import { figureWithUncertainty, valueWithUnit } from './measurement-words.ts';
import { plainNumber } from './measuring.ts';
import type { Measurement, PurityFigure } from './types.ts';

/** Of what a purity is a part: of the peak areas, of something else in per cent, or unknown. */
export type PurityKind = 'area' | 'percent' | 'unit_not_stated';

type Named = Pick<Measurement, 'analyte' | 'unit'>;

/** A method before or after the name: 'HPLC purity', 'Purity by RP-HPLC'. */
const METHOD = '(?:rp[- ]?hplc|u?hplc|uplc|chromatographic|area|\\([^()]*\\))';
const BETWEEN = '(?:[,:]? | ?- ?)';
const CALLED = new RegExp(`^(?:${METHOD}${BETWEEN})?purity(?:${BETWEEN}(?:by )?${METHOD})?$`);
const OF_AREA = /^(?:% ?(?:by )?\(?area\)?|area ?-? ?%|% ?\(?a\/a\)?|a\/a ?%?)$/;
const OF_PERCENT = /^%(?: ?\(?(?:w\/w|m\/m|v\/v|w\/v|mol|by (?:weight|mass|volume))\)?)?$/;

const plain = (text: string) => fold(text).replace(/[\u2010-\u2015\u2212]/g, '-');

/** Whether the name of a result's line means a purity; 'Purity-corrected amount' does not. */
export const isCalledPurity = ({ analyte }: Pick<Named, 'analyte'>) =>
  CALLED.test(plain(analyte).replaceAll('(', ' (').replace(/ +/g, ' ').trim());

/** The kind of purity in a line of a result; null for another analyte or unit. */
export function purityKind(line: Named): PurityKind | null {
  if (!isCalledPurity(line)) return null;
  const unit = plain(line.unit);
  if (OF_AREA.test(unit)) return 'area';
  if (unit === '') return 'unit_not_stated';
  return OF_PERCENT.test(unit) ? 'percent' : null;
}

/**
 * The line whose purity is shown large: by HPLC in area percent if possible, because a chromatogram proves it;
 * otherwise by another method; otherwise any purity in per cent. Null without a purity.
 */
export function purityLine<Line extends Named & Pick<Measurement, 'method'>>(
  lines: readonly Line[],
): { line: Line; kind: PurityKind } | null {
  const purities = lines.flatMap((line) => {
    const kind = purityKind(line);
    return kind === null ? [] : [{ line, kind }];
  });
  const ofArea = purities.filter(({ kind }) => kind === 'area');
  return ofArea.find(({ line }) => /HPLC|UPLC/i.test(line.method)) ?? ofArea[0] ?? purities[0] ?? null;
}

/** The purity in two parts: '98.20' and '± 0.40 % area'. `isManual`: a person set the peaks. */
export function purityFigure(
  lines: readonly Measurement[],
  { isManual = false }: { isManual?: boolean } = {},
): PurityFigure | null {
  const found = purityLine(lines);
  if (!found || found.line.value === '') return null;
  const { line, kind } = found;
  const manual = isManual && kind === 'area' ? { manual: true as const } : {};
  const figure = figureWithUncertainty(line);
  const unit = kind === 'unit_not_stated' ? '(unit not stated)' : line.unit;
  if (figure) return { value: figure.value, rest: `± ${figure.U} ${unit}`, ...manual };
  const value = valueWithUnit({ value: line.value, unit: '' });
  return { value, rest: /\d/.test(value) ? unit : '', ...manual };
}

/** The purity as a number for sorting; null if it is no plain number. */
export function purityPercent(lines: readonly Measurement[]): number | null {
  const { line } = purityLine(lines) ?? {};
  return line && !line.qualifier ? (plainNumber(line.value) ?? null) : null;
}
