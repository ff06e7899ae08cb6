import { isToItsDigits, matchedReplicates } from '../chromatography/replicates.ts';
import type { DescribedTrace } from '../chromatography/types.ts';
import { judge, plainNumber } from './measuring.ts';
import { plainDecimals } from './plain-decimals.ts';
import { isCalledPurity } from './purity.ts';
import { percentsInWords } from './replicate-words.ts';
import type { Measurement, MeasurementInput } from './types.ts';

/** The parts of a chromatogram with which a purity is compared. */
export type PurityTrace = Pick<DescribedTrace, 'purity_percent' | 'signal_unit'> & {
  peaks: { length: number };
  /** The purities of the other reported injections, in %. */
  others?: readonly number[];
};

type Line = Pick<Measurement, 'analyte' | 'method' | 'unit'>;

/** Whether a line of a result is a purity by HPLC in area %, which a chromatogram proves. */
export function isTracedPurity({ analyte, method, unit }: Line): boolean {
  const isAreaPercent = unit.trim() === '' || (/%/.test(unit) && !/\b[wmv]\s*\/\s*[wmv]\b|mol/i.test(unit));
  return isCalledPurity({ analyte }) && /HPLC|UPLC/i.test(method) && isAreaPercent;
}

/**
 * How a purity compares with its chromatogram. `same`: equal, in as many digits as the purity has. `rounded`: equal,
 * but it passes or fails only by rounding. `unnamed`: no main peak was chosen. `untied`: the line is no such purity, or
 * there is no chromatogram.
 */
export function compareWithTrace(
  line: MeasurementInput,
  trace: PurityTrace | null,
): 'untied' | 'same' | 'rounded' | 'differs' | 'unnamed' {
  if (!trace || !hasPurities(trace) || !isTracedPurity(line)) return 'untied';
  const { purity_percent: percent } = trace;
  const value = line.qualifier ? undefined : plainNumber(line.value);
  const replicates = line.qualifier ? undefined : line.replicates;
  if (percent === null) return value === undefined && !replicates ? 'untied' : 'unnamed';
  const others = trace.others ?? [];
  if (replicates && replicates.length > 0) {
    return matchedReplicates(replicates, [percent, ...others]) > others.length ? 'same' : 'differs';
  }
  if (others.length > 0 || value === undefined || !isToItsDigits(String(line.value).trim(), percent))
    return 'differs';
  return isRoundedOver(line, value, percent) ? 'rounded' : 'same';
}

const hasPurities = ({ signal_unit: unit, peaks }: PurityTrace) => unit !== 'counts' && peaks.length > 0;

/** The purities of the reported injections in %, the displayed one first. */
function puritiesOf(trace: PurityTrace | null): number[] {
  if (!trace || !hasPurities(trace) || trace.purity_percent === null) return [];
  return [trace.purity_percent, ...(trace.others ?? [])];
}

/** Adds to a line with repeated values how many injections they come from. Other lines stay unchanged. */
export function besideInjections(line: Measurement, trace: PurityTrace | null): Measurement {
  const { computed, replicates = [] } = line;
  if (!computed || (computed.n ?? 0) < 2 || !isTracedPurity(line)) return line;
  const purities = puritiesOf(trace);
  const injections = { on_file: purities.length, matched: matchedReplicates(replicates, purities) };
  return { ...line, computed: { ...computed, injections } };
}

function isRoundedOver({ rule, override }: MeasurementInput, value: number, percent: number): boolean {
  if (!rule || rule.kind === 'absent' || rule.of !== 'value' || override) return false;
  const verdictOf = (figure: number) =>
    judge(rule, {
      qualifier: undefined,
      lod: undefined,
      loq: undefined,
      claim: undefined,
      massError: undefined,
      value: figure,
      words: '',
    });
  return verdictOf(value) !== verdictOf(percent);
}

/** Why a line of a result cannot be submitted with this chromatogram, and its wrong field. */
export function tracedPurityProblem(
  line: MeasurementInput,
  trace: PurityTrace | null,
): { path: 'value' | 'trace_override'; message: string } | undefined {
  switch (compareWithTrace(line, trace)) {
    case 'untied':
      return line.trace_override && takeBack('There is no trace that this value could differ from');
    case 'same':
      return line.trace_override && takeBack('The value is that of the trace');
    case 'rounded':
      return {
        path: 'value',
        message: `By the trace, ${plainDecimals(trace?.purity_percent ?? 0)} % area, the rule says otherwise than by ${line.value}: give more digits.`,
      };
    case 'unnamed':
      if (line.trace_override) return undefined;
      return {
        path: 'value',
        message:
          'The trace has no main peak. Choose it, or give the reason why the value is none of the trace.',
      };
    case 'differs':
      if (line.trace_override) return undefined;
      return {
        path: 'value',
        message: `${reportedWords(puritiesOf(trace))}, or give the reason why the value differs.`,
      };
  }
}

function reportedWords(purities: readonly number[]): string {
  const written = percentsInWords(purities);
  if (purities.length === 1) return `The main peak of the trace has ${written} area. Take it`;
  return `${purities.length} injections are reported, of ${written} area. Take all of them as replicates`;
}

function takeBack(why: string): { path: 'trace_override'; message: string } {
  return { path: 'trace_override', message: `${why}: take the reason back.` };
}
