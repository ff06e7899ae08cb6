import { plainDecimals } from './plain-decimals.ts';
import type { MeasurementInput } from './types.ts';

// Values that are impossible in any measurement. This file does not import zod.

type Range = { low: number; high: number; words: string };

const NOT_NEGATIVE: Range = { low: 0, high: Number.POSITIVE_INFINITY, words: 'is not negative' };
const SHARE: Range = { low: 0, high: 100, words: 'lies between 0 and 100' };

/** The possible values for each unit. The first unit that fits is used. */
const RANGES: [unit: RegExp, range: Range][] = [
  [/^(%\s*(area|w\/w|m\/m|v\/v|mol|by (area|weight|mass))|area[\s-]*%)/, SHARE],
  // An amount can be more than 100 % of the label.
  [/^%$|^%\s*of\b/, { low: 0, high: 1000, words: 'lies between 0 and 1000' }],
  [/^ppm\b/, { low: 0, high: 1e6, words: 'lies between 0 and 1000000' }],
  [/^ppb\b/, { low: 0, high: 1e9, words: 'lies between 0 and 1000000000' }],
  [/^k?da$/, { low: Number.MIN_VALUE, high: Number.POSITIVE_INFINITY, words: 'is above zero' }],
  [/^ph$/, { low: 0, high: 14, words: 'lies between 0 and 14' }],
  [/^°\s?c$/, { low: -273.15, high: Number.POSITIVE_INFINITY, words: 'is not below −273.15' }],
  [/^(k|m|µ|mc|u|n|p)?(g|l|mol|m|iu)(\/|\s|$)/, NOT_NEGATIVE],
  [/^(k|m|µ)?(eu|u|osm|osmol)(\/|\s|$)/, NOT_NEGATIVE],
  [/^(cfu|counts?|cells?|particles?|copies|vials?|kelvin)(\/|\s|$)/, NOT_NEGATIVE],
];

/** The possible values in a line of a result. Undefined for an unknown unit. */
function rangeOf({ analyte, unit }: Pick<MeasurementInput, 'analyte' | 'unit'>): Range | undefined {
  const written = unit.trim().toLowerCase().replaceAll('μ', 'µ');
  if (/^%/.test(written) && /\b(im)?purit(y|ies)\b/i.test(analyte)) return SHARE;
  if (written === '' && /^ph\b/i.test(analyte.trim())) return rangeOf({ analyte: '', unit: 'pH' });
  return RANGES.find(([pattern]) => pattern.test(written))?.[1];
}

/** Why a value is impossible, in a sentence. */
export function implausible(
  line: Pick<MeasurementInput, 'analyte' | 'unit'>,
  figure: number,
): string | undefined {
  const range = rangeOf(line);
  if (!range || (figure >= range.low && figure <= range.high)) return undefined;
  const of = line.unit.trim() === '' ? `A ${line.analyte.trim()}` : `A figure in ${line.unit.trim()}`;
  return `${of} ${range.words}: ${plainDecimals(figure)} cannot be.`;
}

/** Refuses a number that the method can only report as "below a limit", and says how to write it. */
export function belowLimits(
  { lod, loq }: Pick<MeasurementInput, 'lod' | 'loq'>,
  figure: number,
): string | undefined {
  if (lod !== undefined && figure < lod)
    return `Say ND or < LOD: ${plainDecimals(figure)} is below the limit of detection, ${plainDecimals(lod)}.`;
  if (loq !== undefined && figure < loq)
    return `Say < LOQ${lod === undefined ? ' or ND' : ''}: ${plainDecimals(figure)} is below the limit of quantification, ${plainDecimals(loq)}.`;
  return undefined;
}
