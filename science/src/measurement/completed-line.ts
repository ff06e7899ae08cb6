import { ionsIn } from '../spectrometry/ions.ts';
import type { Spectrum } from '../spectrometry/types.ts';
import { conformance, decide, decideQualified, expandedUncertainty } from './decision.ts';
import {
  type Figures,
  figuresOf,
  judge,
  massError,
  massOfIon,
  percentOfClaim,
  plainNumber,
  QUALIFIER_WORDS,
  qualifiedOf,
  readValue,
  reportedMean,
  ruleWords,
  statisticsOf,
  subjectOf,
} from './measuring.ts';
import { boundsOf, isOfMass, type NumericRule } from './rule-bounds.ts';
import { foldFigure, readQualified } from './typed-figure.ts';
import type { Computed, FormulaMasses, Measurement, MeasurementInput, Rule } from './types.ts';

type Verdict = Measurement['verdict'];

/**
 * One line of a result with all that is computed from it: value, limit in words, numbers and verdict. The server stores
 * it, and the laboratory's page shows it while somebody types. `masses` belong to its formula, `spectrum` to the line.
 */
export function completeLine(
  sent: MeasurementInput,
  masses: FormulaMasses | undefined,
  spectrum?: Spectrum,
): Measurement {
  const typed = withQualifier(inPlainSigns(withoutEmpty(sent)));
  const line = withoutIdle(typed);
  const { qualifier, replicates, claim, mass, override, uncertainty } = line;
  if (!line.rule && !qualifier && !replicates && claim === undefined && !mass && !uncertainty) return line;
  const rule = line.rule && isWhole(line.rule) ? line.rule : undefined;
  const known = mass && masses;

  const valued = { ...line, value: reportedValue(line, known, rule) };
  const compared = known ? compareMass(valued, mass.basis, known) : null;
  const figures = figuresOf(valued, compared);
  const statistics = qualifier ? undefined : statisticsOf(replicates ?? []);
  const verdict = rule ? judge(rule, figures) : null;
  const oneSided = rule && decisionOfOneSided({ ...typed, rule }, figures, verdict);
  const computed: Computed = {
    n: statistics?.n ?? null,
    mean: statistics?.mean ?? null,
    rsd_percent: statistics?.rsd_percent ?? null,
    percent_of_claim: percentOfClaim(figures) ?? null,
    mass: compared,
    verdict,
  };
  return {
    ...withUncertainty(valued, figures, { rule, verdict, theoretical: compared?.theoretical }),
    ...(oneSided && { decision: oneSided }),
    limit: rule ? limitOf(rule, line.limit, mass && known?.[mass.basis]) : line.limit,
    verdict: override ? override.verdict : line.rule ? verdict : line.verdict,
    computed,
    ...(spectrum && mass && known && { spectrum: withIons(spectrum, known, mass.basis) }),
  };
}

function withIons(
  spectrum: Spectrum,
  { charge, proton, ...masses }: FormulaMasses,
  basis: 'average' | 'monoisotopic',
): Measurement['spectrum'] {
  return { ...spectrum, ions: ionsIn(spectrum, { mass: masses[basis], charge, proton }) };
}

/** Removes the uncertainty where it means nothing: from words, and from values below a limit. */
function withoutIdle(line: MeasurementInput): MeasurementInput {
  const { uncertainty: _, ...certain } = line;
  const { qualifier, value } = line;
  const isFigure = line.replicates || line.mass?.ion || value === '' || plainNumber(value) !== undefined;
  if (!qualifier && isFigure) return line;
  const isOneSided = qualifier ? qualifier !== 'out of range' : readQualified(value) !== undefined;
  return isOneSided && line.decision_rule === 'guard_band' ? line : certain;
}

/**
 * The decision on a value such as '< 0.5', if it says more than the verdict. With a guard band, its number is compared
 * with the limits, made narrower by U.
 */
function decisionOfOneSided(
  { rule, uncertainty, decision_rule, override }: MeasurementInput & { rule: Rule },
  figures: Figures,
  verdict: Verdict,
): Measurement['decision'] {
  const { claim } = figures;
  const qualified = qualifiedOf(figures);
  if (!qualified || rule.kind === 'absent' || override) return undefined;
  if (decision_rule !== 'guard_band') return verdict === null ? 'undecidable' : undefined;
  const number = Number(qualified.number);
  const U = uncertainty && expandedUncertainty(uncertainty, number);
  if (U === undefined || isOfMass(rule) || (rule.of === 'claim' && claim === undefined)) return 'undecidable';
  const percent = rule.of === 'claim' && claim !== undefined ? 100 / claim : 1;
  return decideQualified(boundsOf(rule), qualified.sign, number * percent, U * percent);
}

/** Adds U to a number, with the decision and the probability that follow from it. */
function withUncertainty(
  { uncertainty: given, ...line }: MeasurementInput,
  figures: Figures,
  {
    rule,
    verdict,
    theoretical,
  }: { rule: Rule | undefined; verdict: Verdict; theoretical: number | undefined },
): MeasurementInput & Pick<Measurement, 'decision' | 'p_conform'> {
  if (!given) return line;
  const { U: _, k, level, ...source } = given;
  const U = figures.value === undefined ? undefined : expandedUncertainty(given, figures.value);
  if (U === undefined) return { ...line, uncertainty: source.components?.length ? source : given };
  const known = { ...line, uncertainty: { ...source, U, k: 2 as const, level: 95 as const } };
  if (!rule || rule.kind === 'absent' || line.override) return known;
  const subject = subjectOf(rule, figures);
  if (subject === undefined) return { ...known, decision: 'not_judged' };
  const bounds = boundsOf(rule);
  const width = inTermsOfRule(U, rule, { claim: line.claim, theoretical });
  return {
    ...known,
    decision:
      line.decision_rule === 'guard_band' || verdict === null
        ? decide(line.decision_rule ?? 'simple', bounds, subject, width)
        : verdict,
    p_conform: conformance(bounds, subject, width),
  };
}

/** U in the unit in which the rule compares. */
function inTermsOfRule(
  U: number,
  { of }: NumericRule,
  { claim, theoretical }: { claim: number | undefined; theoretical: number | undefined },
): number {
  if (of === 'claim' && claim !== undefined) return (100 * U) / claim;
  return of === 'mass_ppm' && theoretical !== undefined ? (1e6 * U) / theoretical : U;
}

/** Removes an empty list of repeated values. */
function withoutEmpty({ replicates, ...line }: MeasurementInput): MeasurementInput {
  return replicates && replicates.length > 0 ? { ...line, replicates } : line;
}

/** The numbers in a line of a result, in ordinary characters. */
function inPlainSigns(line: MeasurementInput): MeasurementInput {
  return typeof line.value === 'number' ? line : { ...line, value: foldFigure(line.value) };
}

/** '< 0.05' means "below the limit of quantification" if that limit is 0.05. The same for the limit of detection. */
function withQualifier(line: MeasurementInput): MeasurementInput {
  const qualified = line.qualifier ? undefined : readQualified(line.value);
  if (qualified?.sign !== '<') return line;
  const below = Number(qualified.number);
  if (below === line.loq) return { ...line, qualifier: '<LOQ' };
  return below === line.lod ? { ...line, qualifier: '<LOD' } : line;
}

/**
 * Whether all numbers of a rule are complete. While a person types, one may be NaN, and then the rule decides nothing.
 */
function isWhole(rule: Rule): boolean {
  return Object.values(rule).every((part) => typeof part === 'string' || Number.isFinite(part));
}

function reportedValue(
  line: MeasurementInput,
  masses: FormulaMasses | undefined,
  rule: Rule | undefined,
): Measurement['value'] {
  if (line.qualifier) return QUALIFIER_WORDS[line.qualifier];
  if (line.mass?.ion && masses)
    return Number(massOfIon(line.mass.ion, masses.proton, masses.charge).toFixed(4));
  return line.replicates ? readValue(reportedMean(line.replicates, rule)) : line.value;
}

/** The limit in words, made from the rule, so that the printed limit is the one that decided. */
function limitOf(rule: Rule, limit: string, theoretical: number | undefined): string {
  return rule.kind === 'absent' && limit !== '' ? limit : ruleWords(rule, theoretical);
}

function compareMass(
  line: MeasurementInput,
  basis: 'average' | 'monoisotopic',
  masses: FormulaMasses,
): Computed['mass'] {
  const ion = line.mass?.ion;
  const observed = line.qualifier
    ? undefined
    : ion
      ? massOfIon(ion, masses.proton, masses.charge)
      : (statisticsOf(line.replicates ?? [])?.mean ?? plainNumber(line.value));
  if (observed === undefined) return null;
  const { average, monoisotopic } = masses;
  const theoretical = masses[basis];
  return { average, monoisotopic, theoretical, observed, ...massError(observed, theoretical) };
}
