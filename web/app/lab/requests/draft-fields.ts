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

/** How an empty draft starts: the lines of the template, the known formula, and what the customer said. */
export interface Beginning {
  proposal: Proposal | null;
  stated: Pick<LabRequest['request'], 'compound_name' | 'dosage_text'>;
}

/** The first lines of a draft that nobody has saved yet. */
export function proposedRows({ proposal, stated }: Beginning): Row[] {
  if (!proposal) return [];
  const { lines, compound } = proposal;
  return lines
    .filter(({ opens }) => opens === 'always')
    .map((line) => rowOfTemplate(line, { compound, stated: stated.dosage_text }));
}

/**
 * The content of the form for the server's draft. A draft that nobody has saved yet starts with the lines of the
 * template.
 */
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

/** Whether a line of the result has no input. An empty line is not sent. */
export function isBlank(row: Row): boolean {
  return (
    Object.entries(row).every(
      ([name, text]) => name === 'basis' || typeof text !== 'string' || text.trim() === '',
    ) && row.rule.kind === ''
  );
}

/** Completes a form from the browser's storage: fields that are newer than it get their default. */
export function complete(fields: DraftFields): DraftFields {
  return {
    ...fields,
    measurements: fields.measurements.map((row) => ({ ...emptyRow, ...row })),
    record: { ...recordText(), ...fields.record },
  };
}

/** The indexes of the result's lines that are sent. Empty lines are not sent. */
export function sentPlaces({ measurements }: DraftFields): number[] {
  return measurements.flatMap((row, place) => (isBlank(row) ? [] : [place]));
}

/** The request body of a save: trimmed, and without blank lines. */
export function bodyOf({ title, summary, measurements, record }: DraftFields, version: number): SaveResult {
  return {
    title: title.trim(),
    summary: summary.trim(),
    measurements: measurements.filter((row) => !isBlank(row)).map(inputOf),
    record: recordInput(record),
    version,
  };
}

/** The content of a draft as text, to compare two drafts. Spaces at the ends and empty lines do not count. */
export function contentOf(fields: DraftFields): string {
  const { title, summary, measurements, record } = bodyOf(fields, 0);
  return JSON.stringify([title, summary, measurements, record]);
}
