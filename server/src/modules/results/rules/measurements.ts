import type { FieldError } from '@vialproof/contract/errors';
import { lineProblems } from '@vialproof/contract/line-problems';
import type { Measurement, MeasurementInput } from '@vialproof/contract/results';
import type { Spectrum } from '@vialproof/contract/spectra';
import { completeLine } from '@vialproof/science/measurement/completed-line';
import type { FormulaMasses } from '@vialproof/science/measurement/types';

/** The masses of a formula, or an error. */
export type Weigh = (formula: string) => FormulaMasses | string;

/**
 * Computes the lines of a result: values, shares of the label, mass errors and verdicts. A verdict against the rule
 * needs a reason. Returns the lines, or errors by field. `spectra` must be of the sample.
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
  const { mass } = line;
  const weighed = mass && weigh(mass.formula);
  const spectrum = spectra.find(({ id }) => id === line.spectrum_id);
  const completed = completeLine(line, typeof weighed === 'object' ? weighed : undefined, spectrum);
  if (line.spectrum_id && !spectrum) say('spectrum_id', 'This sample has no such spectrum.');
  if (line.spectrum_id && !mass) say('spectrum_id', 'A spectrum belongs to a line with a formula.');
  for (const { path, message } of lineProblems(line, completed)) say(path, message);
  if (typeof weighed === 'string') say('mass.formula', weighed);
  return completed;
}
