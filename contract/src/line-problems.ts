import { plainNumber, statisticsOf } from '@vialproof/science/measurement/measuring';
import { belowLimits, implausible } from '@vialproof/science/measurement/plausible';
import { asksForFigure, figureProblem } from '@vialproof/science/measurement/typed-numbers';
import type { FieldError } from './errors.ts';
import { isReason, REASON_MISSING } from './reasons.ts';
import type { Measurement, MeasurementInput } from './results.ts';

type Say = (path: string, message: string) => void;

/**
 * The errors of one line of a result, each with the path of its field. The server checks them before a save, and the
 * page while somebody types. `completed` is the line with its computed values.
 */
export function lineProblems(line: MeasurementInput, completed: Measurement): FieldError[] {
  const problems: FieldError[] = [];
  const say: Say = (path, message) => problems.push({ path, message });
  const { rule, qualifier, mass, override, trace_override: difference } = line;
  const isReplicated = (line.replicates ?? []).length > 0;
  if (override && !isReason('verdict', override.reason)) say('override.reason', REASON_MISSING);
  if (difference && !isReason('trace', difference.reason)) say('trace_override.reason', REASON_MISSING);
  if (override && !rule) say('override', 'There is no rule to set aside: give the verdict itself.');
  if (!qualifier && !isReplicated && !mass?.ion) {
    const problem = figureProblem(line.value, line.unit, asksForFigure(line));
    if (problem) say('value', problem);
  }
  checkFigures(line, completed, say);
  if (line.lod !== undefined && line.loq !== undefined && line.lod > line.loq)
    say('lod', 'The limit of detection is not above that of quantification.');
  if (completed.computed) checkParts(line, isReplicated, say);
  if (rule) checkVerdict(line, completed.computed?.verdict ?? null, say);
  return problems;
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
  if (mass && unit !== 'Da') say('unit', 'A mass is given in Da.');
}

/** Refuses numbers that are impossible in their unit, and numbers that are below the limits of the method. */
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
