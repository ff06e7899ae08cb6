import { type Fraction, fractionOf, meanOf, percentOf } from './decimals.ts';
import { exactBoundsOf, isWithinExactly, judgeQualified } from './exact-limits.ts';
import { plainDecimals } from './plain-decimals.ts';
import { boundsOf, isOfMass, isWithin, type NumericRule, roundTo, tellingDecimals } from './rule-bounds.ts';
import { type Qualified, readQualified } from './typed-figure.ts';
import type { Computed, Measurement, MeasurementInput, Rule } from './types.ts';

// The arithmetic of a measurement. This file does not import zod, so that pages stay small.

export type Statistics = { n: number; mean: number; rsd_percent: number | null };
type Verdict = Measurement['verdict'];

/** The repeated values in a typed text, which are separated by spaces or semicolons. */
export function splitReplicates(typed: string): string[] {
  return typed.split(/[\s;]+/).filter((part) => part !== '');
}

/** A plain decimal number, or undefined: '98.50' is one; '1e5', '< 3' and 'ND' are not. */
export function plainNumber(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return /^[-+]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

/**
 * Mean and relative standard deviation (RSD) of repeated values: n − 1, in per cent of the mean. The RSD is null for
 * one value or a mean of zero. Undefined without values.
 */
export function statisticsOf(replicates: readonly string[]): Statistics | undefined {
  const values = replicates.map(Number);
  const n = values.length;
  if (n === 0 || !values.every(Number.isFinite)) return undefined;
  const sum = values.reduce((total, value) => total + value, 0);
  // Tiny errors of computing can make a sum of zero slightly different.
  const isZero = Math.abs(sum) <= 1e-12 * values.reduce((total, value) => total + Math.abs(value), 0);
  const mean = isZero ? 0 : sum / n;
  if (n < 2 || mean === 0) return { n, mean, rsd_percent: null };
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  return { n, mean, rsd_percent: (100 * Math.sqrt(squares / (n - 1))) / Math.abs(mean) };
}

/** The largest number of decimals that Number.toFixed accepts. */
const MOST_FIXED = 100;

/**
 * The reported mean, with as many decimals as the most exact of the values. It gets more if it would look like a limit
 * that it does not reach.
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

/**
 * Returns a number for a text that is a simple number. Other texts stay texts: '< LOQ', and '98.50', whose last zero
 * shows the precision.
 */
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

/** The mass in Da of a molecule, from the m/z and the charge of its ion [M+nH]n+. */
export function massOfIon(ion: { mz: number; charge: number }, proton: number, ownCharge = 0): number {
  return ion.mz * ion.charge - (ion.charge - ownCharge) * proton;
}

/** The measured minus the theoretical mass, in Da and in ppm. */
export function massError(observed: number, theoretical: number): { error_da: number; error_ppm: number } {
  const error_da = observed - theoretical;
  return { error_da, error_ppm: (1e6 * error_da) / theoretical };
}

/**
 * The amount on a label in the unit of a measurement: 5 for '5 mg per vial' in 'mg/vial'. Undefined if the label has no
 * such amount, or one with two meanings.
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

/**
 * A number as customers write it, with commas between thousands or as the decimal sign. Undefined if it has two
 * meanings.
 */
function readAmount(digits: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(digits)) return Number(digits);
  const isGrouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(digits);
  if (isGrouped) return /,.*[,.]/.test(digits) ? Number(digits.replaceAll(',', '')) : undefined;
  return /^\d+,\d+$/.test(digits) ? Number(digits.replace(',', '.')) : undefined;
}

/** The parts of a unit. `per` is 'item' for a vial, a tablet or nothing. */
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

/** The numbers in a line of a result that rules compare. They are not rounded. */
export type Figures = {
  qualifier: Measurement['qualifier'];
  lod: number | undefined;
  loq: number | undefined;
  claim: number | undefined;
  /** The mean of the repeated values, or the value itself. */
  value: number | undefined;
  /** The exact value as typed. */
  exact?: Fraction | undefined;
  /** A value such as '> 10'. */
  qualified?: Qualified | undefined;
  words: string;
  /** The observed minus the theoretical mass, in Da and in ppm. */
  massError: number | undefined;
  massErrorPpm?: number | undefined;
};

/** A number that can be compared. While a person types, it may be NaN or too large. */
function comparable(number: number | undefined): number | undefined {
  return number !== undefined && Math.abs(number) < 1e21 ? number : undefined;
}

/** The numbers in a line of a result that rules compare; `mass` was computed for the line. */
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

/** The exact value in a line of a result; undefined if it is not a number. */
function exactValue({ value, replicates = [] }: MeasurementInput): Fraction | undefined {
  const typed =
    replicates.length > 0 ? replicates : [typeof value === 'number' ? plainDecimals(value) : value];
  return typed.every((text) => plainNumber(text) !== undefined) ? meanOf(typed) : undefined;
}

/** A value in per cent of the amount on the label. */
export function percentOfClaim({ value, claim }: Pick<Figures, 'value' | 'claim'>): number | undefined {
  return value === undefined || claim === undefined ? undefined : (100 * value) / claim;
}

const NOTHING_FOUND = /^(nd|not detected|none detected|no growth|absent|sterile)$/i;
const SOMETHING_FOUND = /^(growth|detected|present)$/i;

/**
 * The verdict of a rule on a line of a result, by the number before rounding. A number equal to the limit passes. A
 * value such as '< 0.5' passes or fails if all numbers that it can mean do. Null: no verdict.
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

/** A value in the unit in which its rule compares it. */
function inTermsOf({ of }: NumericRule, value: Fraction, claim: number | undefined): Fraction | undefined {
  if (of === 'value') return value;
  return of === 'claim' && claim !== undefined ? percentOf(value, fractionOf(claim)) : undefined;
}

/** The number that a rule compares with its limits. */
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

/** The number in a value such as '> 10', with its sign. */
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

/** A rule in words: '≥ 98', '90 to 110 % of label claim', '1419.54 ± 0.5'. */
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
