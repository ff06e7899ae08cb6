import type { Revision, SaveResult } from '@vialproof/contract/lab';
import type { Measurement } from '@vialproof/contract/results';

/** One line of the measurement table as it is typed. */
export interface Row {
  analyte: string;
  method: string;
  value: string;
  unit: string;
  limit: string;
  verdict: '' | 'pass' | 'fail';
}

export interface DraftFields {
  title: string;
  summary: string;
  measurements: Row[];
}

export const emptyRow: Row = { analyte: '', method: '', value: '', unit: '', limit: '', verdict: '' };

/** The usual measurements with unit and method, so that only the value is left to type. */
export const presets: { name: string; row: Row }[] = [
  { name: 'Purity', row: { ...emptyRow, analyte: 'Purity', method: 'RP-HPLC-UV 214 nm', unit: '% area' } },
  { name: 'Assay', row: { ...emptyRow, analyte: 'Assay', method: 'RP-HPLC-UV 214 nm', unit: 'mg/vial' } },
  { name: 'Identity', row: { ...emptyRow, analyte: 'Identity', method: 'LC-MS', limit: '±0.5 Da' } },
  {
    name: 'Endotoxin',
    row: {
      ...emptyRow,
      analyte: 'Endotoxin',
      method: 'LAL kinetic chromogenic, USP <85>',
      unit: 'EU/mg',
      limit: '< 1 EU/mg',
    },
  },
  {
    name: 'Sterility',
    row: { ...emptyRow, analyte: 'Sterility', method: 'USP <71>, two media, 14 days', limit: 'no growth' },
  },
  { name: 'Water', row: { ...emptyRow, analyte: 'Water', method: 'Karl Fischer', unit: '%' } },
];

/** The draft on the server as form fields; none yet gives an empty form. */
export function fieldsOf(draft: Pick<Revision, 'title' | 'summary' | 'measurements'> | null): DraftFields {
  return {
    title: draft?.title ?? '',
    summary: draft?.summary ?? '',
    measurements: (draft?.measurements ?? []).map((row) => ({
      ...row,
      value: String(row.value),
      verdict: row.verdict ?? '',
    })),
  };
}

/** A plain number becomes one; everything else stays as typed: '< LOQ', and '98.50' whose last digit means something. */
function readValue(text: string): Measurement['value'] {
  return String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}

function trimmed(row: Row): Row {
  return {
    analyte: row.analyte.trim(),
    method: row.method.trim(),
    value: row.value.trim(),
    unit: row.unit.trim(),
    limit: row.limit.trim(),
    verdict: row.verdict,
  };
}

export function isBlank(row: Row): boolean {
  return Object.values(trimmed(row)).every((text) => text === '');
}

/** What is sent: trimmed, without the lines in which nothing was typed. */
export function bodyOf({ title, summary, measurements }: DraftFields, version: number): SaveResult {
  return {
    title: title.trim(),
    summary: summary.trim(),
    measurements: measurements
      .map(trimmed)
      .filter((row) => !isBlank(row))
      .map((row) => ({ ...row, value: readValue(row.value), verdict: row.verdict || null })),
    version,
  };
}

/** The content as text, to tell whether two drafts say the same. Spaces around and blank lines make no difference. */
export function contentOf(fields: DraftFields): string {
  const { title, summary, measurements } = bodyOf(fields, 0);
  return JSON.stringify([
    title,
    summary,
    measurements.map(({ analyte, method, value, unit, limit, verdict }) => [
      analyte,
      method,
      value,
      unit,
      limit,
      verdict,
    ]),
  ]);
}

/** What the form was last known to rest on. */
export interface Base {
  version: number;
  content: string;
}

/**
 * What to do when the server shows a draft while the form holds `mine` on top of `base`: nothing changed but the number
 * (an upload counts too), take theirs over an untouched form, or ask, because both have changed.
 */
export function reconcile(base: Base, theirs: Base, mine: string): 'same' | 'take' | 'ask' {
  if (theirs.content === base.content || theirs.content === mine) return 'same';
  return mine === base.content ? 'take' : 'ask';
}
