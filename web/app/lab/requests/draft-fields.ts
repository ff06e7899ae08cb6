import type { LabRequest, Revision, SaveResult } from '@vialproof/contract/lab';
import type { Proposal } from '@vialproof/contract/methods';
import { type RecordText, recordInput, recordText } from '../bench-text';
import { emptyRow, inputOf, type Row, rowOf, rowOfTemplate } from './measurement-text';
import { proposedTitle } from './proposed-words';

export interface DraftFields {
  title: string;
  summary: string;
  measurements: Row[];
  record: RecordText;
}

/** The start of an empty draft: the template's lines with the known formula, and the customer's statements. */
export interface Beginning {
  proposal: Proposal | null;
  stated: Pick<LabRequest['request'], 'compound_name' | 'dosage_text'>;
}

/** The lines of a draft that was never saved. */
export function proposedRows({ proposal, stated }: Beginning): Row[] {
  if (!proposal) return [];
  const { lines, compound } = proposal;
  return lines
    .filter(({ opens }) => opens === 'always')
    .map((line) => rowOfTemplate(line, { compound, stated: stated.dosage_text }));
}

/** The server's draft as form fields. A draft that was never saved begins with the template's lines. */
export function fieldsOf(
  draft:
    | (Pick<Revision, 'title' | 'summary' | 'measurements' | 'version'> &
        Partial<Pick<Revision, 'amend_reason' | 'record'>>)
    | null,
  beginning: Beginning = { proposal: null, stated: { compound_name: null, dosage_text: null } },
): DraftFields {
  const isNew = !draft || (draft.version === 0 && draft.measurements.length === 0 && !draft.amend_reason);
  return {
    title: isNew && !draft?.title ? proposedTitle(beginning.stated) : draft.title,
    summary: draft?.summary ?? '',
    measurements: isNew ? proposedRows(beginning) : draft.measurements.map(rowOf),
    record: recordText(draft?.record),
  };
}

/** A line without input: it is not sent. */
export function isBlank(row: Row): boolean {
  return (
    Object.entries(row).every(
      ([name, text]) => name === 'basis' || typeof text !== 'string' || text.trim() === '',
    ) && row.rule.kind === ''
  );
}

/** A stored form, completed with the fields that the form has got since. */
export function complete(fields: DraftFields): DraftFields {
  return {
    ...fields,
    measurements: fields.measurements.map((row) => ({ ...emptyRow, ...row })),
    record: { ...recordText(), ...fields.record },
  };
}

/** The indexes of the sent lines, in order. */
export function sentPlaces({ measurements }: DraftFields): number[] {
  return measurements.flatMap((row, place) => (isBlank(row) ? [] : [place]));
}

/** The payload: trimmed, without blank lines. */
export function bodyOf({ title, summary, measurements, record }: DraftFields, version: number): SaveResult {
  return {
    title: title.trim(),
    summary: summary.trim(),
    measurements: measurements.filter((row) => !isBlank(row)).map(inputOf),
    record: recordInput(record),
    version,
  };
}

/** The content as text, to compare two drafts. Outer spaces and blank lines make no difference. */
export function contentOf(fields: DraftFields): string {
  const { title, summary, measurements, record } = bodyOf(fields, 0);
  return JSON.stringify([title, summary, measurements, record]);
}
