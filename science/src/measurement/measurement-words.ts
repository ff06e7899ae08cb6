import { plainDecimals } from './plain-decimals.ts';
import { boundsOf, roundTo, tellingDecimals } from './rule-bounds.ts';
import type { Computed, Measurement, RuleSubject } from './types.ts';

// Public pages import this file, so it has no code for computing.

/** What a qualifier means, for readers of a result. */
const QUALIFIER_MEANING: Record<NonNullable<Measurement['qualifier']>, string> = {
  ND: 'not detected',
  '<LOD': 'below the limit of detection',
  '<LOQ': 'detected, below the limit of quantification',
  'out of range': 'outside the range of the method',
};

/** Whether an analyte is an identity, such as 'Identity as BPC-157'. */
export const isIdentity = (analyte: string) =>
  /^identity(\s+as\s.*)?$/i.test(analyte.normalize('NFKC').trim());

/** A number with its sign: '+0.04', '−26.8', '0.00'. */
export function signed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/** An error in ppm. Undefined for large errors, because these mean another substance. */
export function ppmWords(ppm: number): string | undefined {
  return Math.abs(ppm) > 10_000 ? undefined : `${signed(ppm, Math.abs(ppm) < 10 ? 1 : 0)} ppm`;
}

/** The value with its unit; words have no unit: '99.1 %', '< LOQ', 'conforms'. */
export function valueWithUnit({ value, unit }: Pick<Measurement, 'value' | 'unit'>): string {
  const text = typeof value === 'number' ? plainDecimals(value) : value;
  return unit !== '' && /\d/.test(text) ? `${text} ${unit}` : text;
}

/**
 * A value as it is printed with its uncertainty. U has two significant digits, and the value has as many decimals. A
 * typed value keeps its digits. Undefined without an uncertainty.
 */
export function figureWithUncertainty(line: Measurement): { value: string; U: string } | undefined {
  const { computed, uncertainty } = line;
  const U = uncertainty?.U;
  const typed = String(typeof line.value === 'number' ? plainDecimals(line.value) : line.value);
  const isMean = (computed?.n ?? 0) > 1 && typeof computed?.mean === 'number';
  const value = isMean ? Number(computed?.mean) : Number(typed);
  // While somebody types, the value may not be a number yet.
  if (U === undefined || !Number.isFinite(U) || typed === '' || !Number.isFinite(value)) return undefined;
  const place = 1 - Number(U.toExponential(1).split('e')[1]);
  const known = isMean ? place : Math.min(place, typed.split('.')[1]?.length ?? 0);
  const decimals = tellingDecimals(value, known, boundsFor('value', line));
  const fits = 10 ** decimals * U;
  const isCut = decimals < place && fits >= 0.5;
  const printedU = isCut ? Math.ceil(fits - 1e-9) / 10 ** decimals : roundTo(U, Math.max(place, decimals));
  const fixed = (figure: number, places: number) => figure.toFixed(Math.max(0, places));
  return {
    value: fixed(roundTo(value, decimals), decimals).replace(/^-(?=[0.]*$)/, ''),
    U: fixed(printedU, isCut ? decimals : Math.max(place, decimals)),
  };
}

/** The value as a certificate prints it: '98.20 ± 0.40 % (k = 2)'. */
export function reportedWords(line: Measurement): string {
  const figure = figureWithUncertainty(line);
  if (!figure) return valueWithUnit(line);
  const unit = line.unit === '' ? '' : ` ${line.unit}`;
  return `${figure.value} ± ${figure.U}${unit} (k = 2)`;
}

/** The words for each decision. A conditional one is neither green nor red. */
export const DECISION_WORDS: Record<NonNullable<Measurement['decision']>, string> = {
  pass: 'Pass',
  conditional_pass: 'Conditional pass',
  conditional_fail: 'Conditional fail',
  fail: 'Fail',
  undecidable: 'Undecidable',
  not_judged: 'Not judged',
};

/** The limits for a line of a result, if its rule compares this property. */
function boundsFor(subject: RuleSubject, { rule }: Measurement) {
  return rule && rule.kind !== 'absent' && rule.of === subject ? boundsOf(rule) : undefined;
}

/** How many decimals must be printed so that the number agrees with its verdict. */
function decimalsOf(figure: number, decimals: number, subject: RuleSubject, line: Measurement): number {
  return tellingDecimals(figure, decimals, boundsFor(subject, line), (value, places) =>
    Number(value.toFixed(places)),
  );
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? plainDecimals(value) : `${plainDecimals(value)} ${unit}`;
}

/**
 * Notes on a value for readers, each a sentence without its full stop: repeated values, words such as ND, per cent of
 * the label, masses.
 */
export function valueNotes(line: Measurement): string[] {
  const { computed, qualifier, lod, loq, unit, claim, mass } = line;
  const notes = computed ? meanNotes(computed) : [];
  if (qualifier) {
    const limits = [lod && `LOD ${withUnit(lod, unit)}`, loq && `LOQ ${withUnit(loq, unit)}`].filter(Boolean);
    notes.push([QUALIFIER_MEANING[qualifier], ...limits].join('; '));
  }
  if (claim !== undefined && typeof computed?.percent_of_claim === 'number') {
    const share = computed.percent_of_claim;
    notes.push(
      `${share.toFixed(decimalsOf(share, 1, 'claim', line))} % of the customer’s label claim, ${withUnit(claim, unit)}`,
    );
  }
  if (mass && computed?.mass) {
    const { theoretical, error_da, error_ppm } = computed.mass;
    if (mass.ion) notes.push(`from m/z ${mass.ion.mz}, charge ${mass.ion.charge}+`);
    const da = `${signed(error_da, decimalsOf(error_da, 2, 'mass', line))} Da`;
    const ppm = `${signed(error_ppm, decimalsOf(error_ppm, 1, 'mass_ppm', line))} ppm`;
    const isByPpm = boundsFor('mass_ppm', line) !== undefined;
    const error = [da, (isByPpm ? ppm : ppmWords(error_ppm)) ?? []].flat().join(', ');
    notes.push(`${error} from ${theoretical.toFixed(2)} Da (${mass.formula}, ${mass.basis})`);
    if (!line.spectrum) notes.push('typed; no spectrum on file');
  }
  return notes;
}

function meanNotes({ n, rsd_percent: rsd, injections }: Computed): string[] {
  if (!n || n < 2) return [];
  const apart = rsd === null ? [] : [`RSD ${rsd.toFixed(2)} %`];
  if (!injections || injections.matched >= n) return [[`mean of ${n}`, ...apart].join(', ')];
  const { on_file: count } = injections;
  const known = count === 0 ? 'no injection with a purity' : `${count} injection${count === 1 ? '' : 's'}`;
  return [`mean of ${n}, typed; ${known} on file`, ...apart];
}

/** Why a purity differs from the purity of its chromatogram; undefined if it does not. */
export function traceNote({ trace_override }: Pick<Measurement, 'trace_override'>): string | undefined {
  return trace_override && `Differs from the trace: ${trace_override.reason}`;
}

/** The verdict of the rule, and why a person decided otherwise. */
export function overrideNote({ override, computed }: Measurement): string | undefined {
  if (!override) return undefined;
  return `The rule says ${computed?.verdict ?? 'nothing'}. Set aside: ${override.reason}`;
}
