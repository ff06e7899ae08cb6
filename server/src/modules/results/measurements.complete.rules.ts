import type { FieldError } from '@vialproof/contract/errors';
import {
  figuresOf,
  judge,
  massError,
  percentOfClaim,
  plainNumber,
  QUALIFIER_WORDS,
  readValue,
  reportedMean,
  ruleWords,
  statisticsOf,
} from '@vialproof/contract/measuring';
import type { Computed, Measurement, MeasurementInput } from '@vialproof/contract/results';
import { asksForFigure, figureProblem } from '@vialproof/contract/typed-numbers';

/** What a formula weighs in Da; `ofIon` is the mass that an ion of it shows. */
export type Weighed = {
  average: number;
  monoisotopic: number;
  ofIon: (ion: { mz: number; charge: number }) => number;
};
/** Weighs a formula, or says in a sentence what is wrong with it. */
export type Weigh = (formula: string) => Weighed | string;

/**
 * Works out a result's lines: values from replicates, ions and qualifiers, then share of the claim, mass error and
 * verdict. A verdict against the rule needs an override. Answers the lines as they are stored, or what is wrong, by
 * paths. A line without rule, replicates, qualifier, claim and mass stays as it was typed.
 */
export function completeMeasurements(
  lines: readonly MeasurementInput[],
  weigh: Weigh,
): { measurements: Measurement[] } | { errors: FieldError[] } {
  const errors: FieldError[] = [];
  const measurements = lines.map((line, place) => {
    const say = (path: string, message: string) =>
      errors.push({ path: `measurements.${place}.${path}`, message });
    return completeLine(line, weigh, say);
  });
  return errors.length > 0 ? { errors } : { measurements };
}

type Say = (path: string, message: string) => void;

function completeLine(sent: MeasurementInput, weigh: Weigh, say: Say): Measurement {
  const line = withoutEmpty(sent);
  const { rule, qualifier, replicates, claim, mass, override } = line;
  if (override && !rule) say('override', 'There is no rule to set aside: give the verdict itself.');
  if (!qualifier && !replicates && !mass?.ion) {
    const problem = figureProblem(line.value, line.unit, asksForFigure(line));
    if (problem) say('value', problem);
  }
  if (!rule && !qualifier && !replicates && claim === undefined && !mass) return line;
  checkParts(line, say);
  const weighed = mass && weigh(mass.formula);
  if (typeof weighed === 'string') say('mass.formula', weighed);
  const substance = typeof weighed === 'object' ? weighed : undefined;

  const valued = { ...line, value: reportedValue(line, substance) };
  const compared = mass && substance ? compareMass(valued, mass.basis, substance) : null;
  const figures = figuresOf(valued, compared);
  const statistics = qualifier ? undefined : statisticsOf(replicates ?? []);
  const verdict = rule ? judge(rule, figures) : null;
  const computed: Computed = {
    n: statistics?.n ?? null,
    mean: statistics?.mean ?? null,
    rsd_percent: statistics?.rsd_percent ?? null,
    percent_of_claim: percentOfClaim(figures) ?? null,
    mass: compared,
    verdict,
  };
  if (rule) checkVerdict(line, verdict, say);
  const theoretical = mass && substance ? substance[mass.basis] : undefined;
  return {
    ...valued,
    limit: limitOf(line, theoretical),
    verdict: override ? override.verdict : rule ? verdict : line.verdict,
    computed,
  };
}

/** An empty list of replicates is none; what the server works out is never taken from outside. */
function withoutEmpty({ replicates, ...line }: MeasurementInput): MeasurementInput {
  return replicates && replicates.length > 0 ? { ...line, replicates } : line;
}

function checkParts({ qualifier, replicates, lod, loq, mass, unit }: MeasurementInput, say: Say): void {
  if (qualifier && replicates) say('replicates', 'A value with a qualifier has no replicates.');
  if (qualifier && mass?.ion) say('mass.ion', 'A value with a qualifier has no ion.');
  if (replicates && mass?.ion) say('replicates', 'Give either replicates or one ion.');
  if (qualifier === '<LOD' && lod === undefined) say('lod', 'Give the limit of detection that it is below.');
  if (qualifier === '<LOQ' && loq === undefined)
    say('loq', 'Give the limit of quantification that it is below.');
  if (lod !== undefined && loq !== undefined && lod > loq)
    say('lod', 'The limit of detection is not above that of quantification.');
  if (mass && unit !== 'Da') say('unit', 'A mass is given in Da.');
}

function reportedValue(line: MeasurementInput, substance: Weighed | undefined): Measurement['value'] {
  if (line.qualifier) return QUALIFIER_WORDS[line.qualifier];
  if (line.mass?.ion && substance) return Number(substance.ofIon(line.mass.ion).toFixed(4));
  return line.replicates ? readValue(reportedMean(line.replicates)) : line.value;
}

/** Numbers are written from the rule, so that nobody reads another limit than the one that decided. */
function limitOf({ rule, limit }: MeasurementInput, theoretical: number | undefined): string {
  if (!rule) return limit;
  return rule.kind === 'absent' && limit !== '' ? limit : ruleWords(rule, theoretical);
}

function compareMass(
  line: MeasurementInput,
  basis: 'average' | 'monoisotopic',
  substance: Weighed,
): Computed['mass'] {
  const ion = line.mass?.ion;
  const observed = line.qualifier
    ? undefined
    : ion
      ? substance.ofIon(ion)
      : (statisticsOf(line.replicates ?? [])?.mean ?? plainNumber(line.value));
  if (observed === undefined) return null;
  const { average, monoisotopic } = substance;
  const theoretical = substance[basis];
  return { average, monoisotopic, theoretical, observed, ...massError(observed, theoretical) };
}

const words = (verdict: Measurement['verdict']) => verdict ?? 'no verdict';

function checkVerdict(line: MeasurementInput, verdict: Measurement['verdict'], say: Say): void {
  if (line.override) {
    if (line.override.verdict === verdict)
      say('override.verdict', `The rule itself says ${words(verdict)}: take the override back.`);
  } else if (line.verdict !== null && line.verdict !== verdict) {
    say('verdict', `The rule says ${words(verdict)}. Another verdict needs an override with its reason.`);
  }
}
