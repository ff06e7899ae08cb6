import type { BenchRecord, MethodDetails } from '@vialproof/contract/bench-record';
import type { MeasurementInput } from '@vialproof/contract/results';

type Content = '' | NonNullable<MeasurementInput['content_basis']>;

/** What the bench writes down of one line, as it is typed. */
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

/** What a stored line or that of a template says, as it stands in the form. */
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

/** The same as it is sent; what says nothing is left out. */
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

/** The fields in their order, as the form and whoever reads a record name them. */
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

/** A record as it stands in the form. */
export const recordText = (record: BenchRecord = {}): RecordText =>
  Object.fromEntries(RECORD_FIELDS.map((field) => [field, record[field] ?? ''])) as RecordText;

/** The same as it is sent: an empty field takes back what stood there. */
export const recordInput = (typed: RecordText): BenchRecord =>
  Object.fromEntries(RECORD_FIELDS.map((field) => [field, typed[field].trim()]));
