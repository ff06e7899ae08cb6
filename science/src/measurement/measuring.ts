import { type Fraction, fractionOf, meanOf, percentOf } from './decimals.ts';
import { exactBoundsOf, isWithinExactly, judgeQualified } from './exact-limits.ts';
import { plainDecimals } from './plain-decimals.ts';
import { boundsOf, isOfMass, isWithin, type NumericRule, roundTo, tellingDecimals } from './rule-bounds.ts';
import { type Qualified, readQualified } from './typed-figure.ts';
import type { Computed, Measurement, MeasurementInput, Rule } from './types.ts';

// The arithmetic of a measurement; completed-line.ts combines it for server and pages. This file has no schemas, so
// that a page can load it at little cost.

export type Statistics = { n: number; mean: number; rsd_percent: number | null };
type Verdict = Measurement['verdict'];

/** The replicates that a person typed, separated by spaces or semicolons: '99.1 99.3' and '99.1; 99.3'. */
export function splitReplicates(typed: string): string[] {
  return typed.split(/[\s;]+/).filter((part) => part !== '');
}

/** A plain decimal number, or undefined: '98.50' is one; '1e5', '< 3' and 'ND' are not. */
export function plainNumber(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return /^[-+]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

/**
 * The mean and the relative standard deviation of replicates: the sample standard deviation (n − 1) in % of the
 * absolute mean. The RSD is null for fewer than two replicates and for a mean of zero. Undefined without replicates.
 */
export function statisticsOf(replicates: readonly string[]): Statistics | undefined {
  const values = replicates.map(Number);
  const n = values.length;
  if (n === 0 || !values.every(Number.isFinite)) return undefined;
  const sum = values.reduce((total, value) => total + value, 0);
  // Binary rounding can leave a small remainder of a sum that is zero.
  const isZero = Math.abs(sum) <= 1e-12 * values.reduce((total, value) => total + Math.abs(value), 0);
  const mean = isZero ? 0 : sum / n;
  if (n < 2 || mean === 0) return { n, mean, rsd_percent: null };
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  return { n, mean, rsd_percent: (100 * Math.sqrt(squares / (n - 1))) / Math.abs(mean) };
}

/** The largest number of decimals that Number.toFixed accepts. */
const MOST_FIXED = 100;

/**
 * The mean as it is reported: with as many decimals as the most precise replicate. It has more decimals if it would
 * otherwise look as if it met a limit that it misses: never '98.0' for a value that fails 98.
 */
export function reportedMean(replicates: readonly string[], rule?: Rule): string {
  const typed = Math.max(0, ...replicates.map((text) => text.split('.')[1]?.length ?? 0));
  const mean = statisticsOf(replicates)?.mean ?? 0;
  const isCompared = rule !== undefined && rule.kind !== 'absent' && rule.of === 'value';
  const decimals = Math.min(
    MOST_FIXED,
    tellingDecimals(mean, typed, isCompared ? boundsOf(rule) : undefined),
  );
  const text = roundTo(mean, decimals).toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** Converts a plain number. Every other value stays as typed: '< LOQ', and '98.50', whose last digit is significant. */
export function readValue(typed: string): Measurement['value'] {
  const number = plainNumber(typed);
  return number !== undefined && String(number) === typed ? number : typed;
}

export const QUALIFIER_WORDS: Record<NonNullable<Measurement['qualifier']>, string> = {
  ND: 'ND',
  '<LOD': '< LOD',
  '<LOQ': '< LOQ',
  'out of range': 'out of range',
};

/** Molecular mass in Da from an ion [M+nH]n+ with this m/z and charge; `proton` in Da. */
export function massOfIon(ion: { mz: number; charge: number }, proton: number, ownCharge = 0): number {
  return ion.mz * ion.charge - (ion.charge - ownCharge) * proton;
}

/** The observed minus the theoretical mass, in Da and in ppm of the theoretical mass. */
export function massError(observed: number, theoretical: number): { error_da: number; error_ppm: number } {
  const error_da = observed - theoretical;
  return { error_da, error_ppm: (1e6 * error_da) / theoretical };
}

/**
 * The amount that a label claims, in the unit of a measurement: '5 mg per vial' in 'mg/vial' is 5. Undefined if the
 * claim has no such amount: an amount is not a concentration, and a concentration is not an amount; '10,000' is
 * ambiguous.
 */
export function readClaim(stated: string, unit: string): number | undefined {
  const wanted = unitOf(unit);
  if (!wanted) return undefined;
  for (const [, digits = '', given = ''] of stated.matchAll(
    /(?<![\d.,]|\d\s?[-–]\s?)(\d+(?:[.,]\d+)*)\s*((?:mcg|µg|μg|ug|mg|g|iu)\b(?:\s*(?:\/|per\b)\s*[\d\p{L}]+)?)/giu,
  )) {
    const found = unitOf(given);
    const amount = readAmount(digits);
    if (!found || found.kind !== wanted.kind || found.per !== wanted.per || !amount) continue;
    return Number(((amount * found.size) / wanted.size).toPrecision(12));
  }
  return undefined;
}

/** A number as customers write it: commas are thousands separators or decimal signs; undefined if the number is ambiguous. */
function readAmount(digits: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(digits)) return Number(digits);
  const isGrouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(digits);
  if (isGrouped) return /,.*[,.]/.test(digits) ? Number(digits.replaceAll(',', '')) : undefined;
  return /^\d+,\d+$/.test(digits) ? Number(digits.replace(',', '.')) : undefined;
}

/** The parts of a unit. `per` is 'item' for a vial, a tablet or nothing; otherwise it is the name of a unit of mass or volume. */
function unitOf(unit: string): { kind: 'mass' | 'activity'; size: number; per: string } | undefined {
  const [word = '', of = ''] = unit
    .trim()
    .toLowerCase()
    .replaceAll('μ', 'µ')
    .split(/\s*\/\s*|\s+per\s+|\s+/);
  const per = /^(\d.*|ml|l|cc|k?g|mg|µg|mcg|ug)$/.test(of) ? of : 'item';
  if (word === 'iu') return { kind: 'activity', size: 1, per };
  const size = { g: 1, mg: 1e-3, mcg: 1e-6, µg: 1e-6, ug: 1e-6 }[word];
  return size === undefined ? undefined : { kind: 'mass', size, per };
}

/** The numbers of a line that rules compare, not rounded. */
export type Figures = {
  qualifier: Measurement['qualifier'];
  lod: number | undefined;
  loq: number | undefined;
  claim: number | undefined;
  /** The mean of the replicates, otherwise the value if it is a number. */
  value: number | undefined;
  /** The exact `value` as the person typed it; if absent, `value` itself is compared. */
  exact?: Fraction | undefined;
  /** A value of which only one side is known: '> 10'. */
  qualified?: Qualified | undefined;
  words: string;
  /** The observed minus the theoretical mass, in Da and in ppm. */
  massError: number | undefined;
  massErrorPpm?: number | undefined;
};

/** A number that can be compared. While a person types, a number may be NaN or too large for plain decimals. */
function comparable(number: number | undefined): number | undefined {
  return number !== undefined && Math.abs(number) < 1e21 ? number : undefined;
}

/** The numbers of a line that rules compare; `mass` is the mass that was computed for the line. */
export function figuresOf(line: MeasurementInput, mass: Computed['mass']): Figures {
  const { qualifier } = line;
  const [lod, loq] = [comparable(line.lod), comparable(line.loq)];
  const claim = line.claim !== undefined && line.claim > 0 ? comparable(line.claim) : undefined;
  const typed = plainNumber(line.value);
  const statistics = qualifier ? undefined : statisticsOf(line.replicates ?? []);
  const value = qualifier ? undefined : (statistics?.mean ?? typed);
  const exact = value === undefined ? undefined : exactValue(line);
  const qualified = qualifier ? undefined : readQualified(line.value);
  const [massError, massErrorPpm] = [mass?.error_da, mass?.error_ppm];
  const words = String(line.value);
  return { qualifier, lod, loq, claim, value, exact, qualified, words, massError, massErrorPpm };
}

/** The exact value of a line; undefined while a person types something else than a number. */
function exactValue({ value, replicates = [] }: MeasurementInput): Fraction | undefined {
  const typed =
    replicates.length > 0 ? replicates : [typeof value === 'number' ? plainDecimals(value) : value];
  return typed.every((text) => plainNumber(text) !== undefined) ? meanOf(typed) : undefined;
}

/** The value in % of the label claim; undefined if either is missing. */
export function percentOfClaim({ value, claim }: Pick<Figures, 'value' | 'claim'>): number | undefined {
  return value === undefined || claim === undefined ? undefined : (100 * value) / claim;
}

const NOTHING_FOUND = /^(nd|not detected|none detected|no growth|absent|sterile)$/i;
const SOMETHING_FOUND = /^(growth|detected|present)$/i;

/**
 * The verdict of a rule on a line: simple acceptance of the number before rounding; a number equal to the limit passes.
 * A value such as '< 0.5', or below LOD or LOQ, passes or fails if all values that it can mean do. Null: no verdict.
 */
export function judge(rule: Rule, figures: Figures): Verdict {
  if (rule.kind === 'absent') return judgeAbsence(figures);
  const qualified = qualifiedOf(figures);
  if (qualified) {
    const bound = inTermsOf(rule, fractionOf(qualified.number), figures.claim);
    return bound === undefined ? null : judgeQualified(exactBoundsOf(rule), qualified.sign, bound);
  }
  const exact = figures.exact && inTermsOf(rule, figures.exact, figures.claim);
  if (exact) return isWithinExactly(exactBoundsOf(rule), exact) ? 'pass' : 'fail';
  const subject = subjectOf(rule, figures);
  if (subject === undefined) return null;
  return isWithin(boundsOf(rule), subject) ? 'pass' : 'fail';
}

/**
 * A value in the unit in which its rule compares: the value itself, or % of the claim. Undefined for a mass, which is
 * computed.
 */
function inTermsOf({ of }: NumericRule, value: Fraction, claim: number | undefined): Fraction | undefined {
  if (of === 'value') return value;
  return of === 'claim' && claim !== undefined ? percentOf(value, fractionOf(claim)) : undefined;
}

/** The number that a rule compares with its limits; undefined if it is missing. */
export function subjectOf({ of }: NumericRule, figures: Figures): number | undefined {
  switch (of) {
    case 'value':
      return figures.value;
    case 'claim':
      return percentOfClaim(figures);
    case 'mass':
      return figures.massError;
    case 'mass_ppm':
      return figures.massErrorPpm;
  }
}

/**
 * The number of a value such as '> 10', and on which side of it the value lies: from the limit to which the qualifier
 * refers, or as typed.
 */
export function qualifiedOf({ qualifier, lod, loq, qualified }: Figures): Qualified | undefined {
  const limit = qualifier === 'ND' ? (lod ?? loq) : qualifier === '<LOD' ? lod : loq;
  if (!qualifier) return qualified;
  if (qualifier === 'out of range' || limit === undefined) return undefined;
  return { sign: '<', number: plainDecimals(limit) };
}

function judgeAbsence({ qualifier, value, qualified, words }: Figures): Verdict {
  if (qualified) {
    const least = fractionOf(qualified.number);
    const isAbove =
      qualified.sign === '>' ? least.over >= 0n : qualified.sign === '≥' ? least.over > 0n : false;
    return isAbove ? 'fail' : null;
  }
  if (qualifier) return qualifier === 'ND' || qualifier === '<LOD' ? 'pass' : null;
  if (value !== undefined) return value === 0 ? 'pass' : 'fail';
  if (NOTHING_FOUND.test(words.trim())) return 'pass';
  return SOMETHING_FOUND.test(words.trim()) ? 'fail' : null;
}

const TAILS = {
  value: '',
  claim: ' % of label claim',
  mass: ' Da from theoretical',
  mass_ppm: ' ppm from theoretical',
} as const;

/** The text of a rule as it is printed: '≥ 98', '90 to 110 % of label claim', '1419.54 ± 0.5', '1419.5400 ± 5 ppm'. */
export function ruleWords(rule: Rule, theoretical?: number): string {
  if (rule.kind === 'absent') return 'absent';
  const tail = TAILS[rule.of];
  switch (rule.kind) {
    case 'at_most':
      return `≤ ${plainDecimals(rule.limit)}${tail}`;
    case 'at_least':
      return `≥ ${plainDecimals(rule.limit)}${tail}`;
    case 'between':
      return `${plainDecimals(rule.min)} to ${plainDecimals(rule.max)}${tail}`;
    case 'within':
      return isOfMass(rule)
        ? massWords(rule, theoretical)
        : `${plainDecimals(rule.target)} ± ${plainDecimals(rule.tolerance)}${tail}`;
  }
}

function massWords(
  { of, tolerance }: NumericRule & { kind: 'within' },
  theoretical: number | undefined,
): string {
  const allowed = `± ${plainDecimals(tolerance)}`;
  if (of === 'mass_ppm')
    return theoretical === undefined ? `${allowed} ppm` : `${theoretical.toFixed(4)} ${allowed} ppm`;
  return theoretical === undefined ? `${allowed} Da` : `${theoretical.toFixed(2)} ${allowed}`;
}
