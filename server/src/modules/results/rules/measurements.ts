import { completeLine, type FormulaMasses } from '@vialproof/contract/completed-line';
import type { FieldError } from '@vialproof/contract/errors';
import { plainNumber, statisticsOf } from '@vialproof/contract/measuring';
import { belowLimits, implausible } from '@vialproof/contract/plausible';
import type { Measurement, MeasurementInput } from '@vialproof/contract/results';
import type { Spectrum } from '@vialproof/contract/spectra';
import { asksForFigure, figureProblem } from '@vialproof/contract/typed-numbers';

/** Weighs a formula, or says in a sentence what is wrong with it. */
export type Weigh = (formula: string) => FormulaMasses | string;

/**
 * Works out a result's lines: values from replicates, ions and qualifiers, then share of the claim, mass error and
 * verdict. A verdict against the rule needs an override. Answers the lines as they are stored, or what is wrong, by
 * paths. `spectra` are those of the sample. A line without rule, replicates, qualifier, claim and mass stays as it was typed.
 */
export function completeMeasurements(
  lines: readonly MeasurementInput[],
  weigh: Weigh,
  spectra: readonly Spectrum[] = [],
): { measurements: Measurement[] } | { errors: FieldError[] } {
  const errors: FieldError[] = [];
  const measurements = lines.map((line, place) => {
    const say = (path: string, message: string) =>
      errors.push({ path: `measurements.${place}.${path}`, message });
    return checkedLine(line, { weigh, spectra }, say);
  });
  return errors.length > 0 ? { errors } : { measurements };
}

type Say = (path: string, message: string) => void;

function checkedLine(
  line: MeasurementInput,
  { weigh, spectra }: { weigh: Weigh; spectra: readonly Spectrum[] },
  say: Say,
): Measurement {
  const { rule, qualifier, mass, override } = line;
  const isReplicated = (line.replicates ?? []).length > 0;
  const weighed = mass && weigh(mass.formula);
  const spectrum = spectra.find(({ id }) => id === line.spectrum_id);
  const completed = completeLine(line, typeof weighed === 'object' ? weighed : undefined, spectrum);
  if (line.spectrum_id && !spectrum) say('spectrum_id', 'This sample has no such spectrum.');
  if (line.spectrum_id && !mass) say('spectrum_id', 'A spectrum belongs to a line with a formula.');
  if (override && !rule) say('override', 'There is no rule to set aside: give the verdict itself.');
  if (!qualifier && !isReplicated && !mass?.ion) {
    const problem = figureProblem(line.value, line.unit, asksForFigure(line));
    if (problem) say('value', problem);
  }
  checkFigures(line, completed, say);
  if (completed.computed) checkParts(line, isReplicated, say);
  if (typeof weighed === 'string') say('mass.formula', weighed);
  if (rule) checkVerdict(line, completed.computed?.verdict ?? null, say);
  return completed;
}

function checkParts(
  { qualifier, lod, loq, mass, unit }: MeasurementInput,
  isReplicated: boolean,
  say: Say,
): void {
  if (qualifier && isReplicated) say('replicates', 'A value with a qualifier has no replicates.');
  if (qualifier && mass?.ion) say('mass.ion', 'A value with a qualifier has no ion.');
  if (isReplicated && mass?.ion) say('replicates', 'Give either replicates or one ion.');
  if (qualifier === '<LOD' && lod === undefined) say('lod', 'Give the limit of detection that it is below.');
  if (qualifier === '<LOQ' && loq === undefined)
    say('loq', 'Give the limit of quantification that it is below.');
  if (lod !== undefined && loq !== undefined && lod > loq)
    say('lod', 'The limit of detection is not above that of quantification.');
  if (mass && unit !== 'Da') say('unit', 'A mass is given in Da.');
}

/** No figure outside what its unit can be, and none that the method can only call below its limits. */
function checkFigures(line: MeasurementInput, completed: Measurement, say: Say): void {
  const { qualifier, replicates = [], mass } = line;
  if (qualifier) return;
  const typed = replicates.length > 0 ? replicates.map(Number) : [plainNumber(completed.value) ?? []].flat();
  const path = mass?.ion ? 'mass.ion' : replicates.length > 0 ? 'replicates' : 'value';
  const problem = typed.map((figure) => implausible(line, figure)).find((words) => words !== undefined);
  if (problem) return void say(path, problem);
  const figure = statisticsOf(replicates)?.mean ?? plainNumber(completed.value);
  const below = figure === undefined ? undefined : belowLimits(line, figure);
  if (below) say(path, below);
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
