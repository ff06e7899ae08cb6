import type { BenchRecord, Requirable } from '@vialproof/contract/bench-record';
import type { FieldError } from '@vialproof/contract/errors';
import type { Measurement, MeasurementInput } from '@vialproof/contract/results';
import { isIdentity } from '@vialproof/science/measurement/measurement-words';

/** A record as it is stored, without empty fields; null if nothing is left. */
export function keptRecord(sent: BenchRecord): BenchRecord | null {
  const said = Object.entries(sent).filter(([, words]) => words !== undefined && words !== '');
  return said.length === 0 ? null : Object.fromEntries(said);
}

/** Errors about impossible days. */
export function dayErrors(
  lines: readonly Pick<MeasurementInput, 'measured_on'>[],
  { receivedOn, today }: { receivedOn: string | null; today: string },
): FieldError[] {
  return lines.flatMap(({ measured_on: day }, place) => {
    const path = `measurements.${place}.measured_on`;
    if (day === undefined) return [];
    if (day > today) return [{ path, message: 'That day is still to come.' }];
    if (receivedOn !== null && day < receivedOn)
      return [{ path, message: `The sample was received later, on ${receivedOn}.` }];
    return [];
  });
}

const WORDS: Record<Exclude<Requirable, 'injection_time'>, string> = {
  measured_on: 'the day of the measurement',
  spectrum: 'the mass spectrum of the line',
  appearance: 'what the sample looked like',
  container: 'the container',
  sampling: 'who drew the sample, and how',
  environment: 'the environment',
  deviations: 'the deviations from the method, or that there were none',
  custody_place: 'where the sample is kept',
  custody_aliquots: 'what was taken from the sample',
  custody_disposal: 'what became of the rest',
};

/** Errors about records that the template requires and that are missing. */
export function missingRecord(
  { measurements, record }: { measurements: readonly Measurement[]; record: BenchRecord | null },
  requires: readonly Requirable[],
): FieldError[] {
  return requires.flatMap((field): FieldError[] => {
    if (field === 'injection_time') return [];
    const message = `The method asks for ${WORDS[field]}.`;
    if (field === 'spectrum') {
      return measurements.flatMap((line, place) =>
        isByMass(line) && !line.spectrum_id ? [{ path: `measurements.${place}.spectrum_id`, message }] : [],
      );
    }
    if (field !== 'measured_on') return record?.[field] ? [] : [{ path: `record.${field}`, message }];
    return measurements.flatMap((line, place) =>
      line.measured_on === undefined ? [{ path: `measurements.${place}.measured_on`, message }] : [],
    );
  });
}

/** Whether a line of a result confirms the identity by a mass. */
const isByMass = ({ analyte, mass, unit }: Measurement) =>
  mass !== undefined || (isIdentity(analyte) && unit === 'Da');
