import type { BenchRecord } from '@vialproof/contract/bench-record';
import type { FieldError } from '@vialproof/contract/errors';
import type { Row } from './measurement-text';

type FieldPath =
  | 'title'
  | 'summary'
  | 'measurements.root'
  | `measurements.${number}.${keyof Row}`
  | `record.${keyof BenchRecord}`;

/** The form's field for a path of the request. `sent` are the indexes of the lines that were sent. */
export function fieldOf(path: string, sent: number[]): FieldPath {
  const [name = '', place, part = 'value', inner] = path.split('.');
  if (name === 'record' && place) return `record.${place as keyof BenchRecord}`;
  if (name !== 'measurements') return name === 'summary' ? 'summary' : 'title';
  if (place === undefined) return 'measurements.root';
  const at = sent[Number(place)] ?? Number(place);
  return `measurements.${at}.${cellFor(part, inner)}`;
}

/** The form's field in a line of the result, for a field of the request. */
function cellFor(part: string, inner: string | undefined): keyof Row {
  if (part === 'mass') return inner === 'formula' ? 'formula' : 'value';
  return cellOf[part] ?? (part as keyof Row);
}

/** The first error of each field in one line of the result. */
export function cellsOf(problems: readonly FieldError[]): Partial<Record<keyof Row, string>> {
  const told = problems.map(({ path, message }) => {
    const [part = 'value', inner] = path.split('.');
    return [cellFor(part, inner), message] as const;
  });
  return Object.fromEntries(told.toReversed());
}

const cellOf: Record<string, keyof Row> = {
  replicates: 'value',
  qualifier: 'value',
  override: 'reason',
  trace_override: 'traceReason',
  spectrum_id: 'spectrum',
  measured_on: 'bench',
  provider: 'bench',
  method_details: 'bench',
};
