import type { BenchRecord } from '@vialproof/contract/bench-record';
import type { Row } from './measurement-text';

type FieldPath =
  | 'title'
  | 'summary'
  | 'measurements.root'
  | `measurements.${number}.${keyof Row}`
  | `record.${keyof BenchRecord}`;

/** The form's field for a path of the payload; `sent` are the form's places of the lines that were sent. */
export function fieldOf(path: string, sent: number[]): FieldPath {
  const [name = '', place, part = 'value', inner] = path.split('.');
  if (name === 'record' && place) return `record.${place as keyof BenchRecord}`;
  if (name !== 'measurements') return name === 'summary' ? 'summary' : 'title';
  if (place === undefined) return 'measurements.root';
  const at = sent[Number(place)] ?? Number(place);
  const cell = part === 'mass' ? (inner === 'formula' ? 'formula' : 'value') : (cellOf[part] ?? part);
  return `measurements.${at}.${cell as keyof Row}`;
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
