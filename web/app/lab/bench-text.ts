import type { BenchRecord, MethodDetails } from '@vialproof/contract/bench-record';
import type { MeasurementInput } from '@vialproof/contract/results';

type Content = '' | NonNullable<MeasurementInput['content_basis']>;

/** The laboratory records of one line of a result, as the user typed them. */
export interface LineBench extends Record<keyof MethodDetails, string> {
  measuredOn: string;
  provider: string;
  contentBasis: Content;
}

export const emptyBench: LineBench = {
  measuredOn: '',
  provider: '',
  contentBasis: '',
  document: '',
  version: '',
  column: '',
  gradient: '',
  injection: '',
};

type OfLine = Pick<MeasurementInput, 'measured_on' | 'provider' | 'method_details' | 'content_basis'>;

/** The stored records of a line or a template, as text in the form. */
export function benchOf({ measured_on, provider, method_details, content_basis }: OfLine): LineBench {
  const { document = '', version = '', column = '', gradient = '', injection = '' } = method_details ?? {};
  return {
    measuredOn: measured_on ?? '',
    provider: provider ?? '',
    contentBasis: content_basis ?? '',
    document,
    version,
    column,
    gradient,
    injection,
  };
}

/** The records in the request body, without empty fields. */
export function benchInput(bench: LineBench): OfLine {
  const { measuredOn, provider, contentBasis, ...details } = bench;
  const said = Object.entries(details)
    .map(([name, text]) => [name, text.trim()])
    .filter(([, text]) => text !== '');
  return {
    ...(measuredOn !== '' && { measured_on: measuredOn }),
    ...(provider.trim() !== '' && { provider: provider.trim() }),
    ...(contentBasis !== '' && { content_basis: contentBasis }),
    ...(said.length > 0 && { method_details: Object.fromEntries(said) as MethodDetails }),
  };
}

export type RecordText = Record<keyof BenchRecord, string>;

/** The fields in their order, with the labels that forms and views use. */
export const RECORD_LABELS: RecordText = {
  appearance: 'Appearance',
  container: 'Container',
  sampling: 'Sampling',
  environment: 'Environment',
  deviations: 'Deviations',
  remarks: 'Remarks',
  custody_place: 'Kept at',
  custody_aliquots: 'Aliquots taken',
  custody_disposal: 'Disposal',
};
export const RECORD_FIELDS = Object.keys(RECORD_LABELS) as (keyof BenchRecord)[];

/** A record as text in the form. */
export const recordText = (record: BenchRecord = {}): RecordText =>
  Object.fromEntries(RECORD_FIELDS.map((field) => [field, record[field] ?? ''])) as RecordText;

/** A record in the request body. An empty field clears the stored value. */
export const recordInput = (typed: RecordText): BenchRecord =>
  Object.fromEntries(RECORD_FIELDS.map((field) => [field, typed[field].trim()]));
