import {
  DECISION_WORDS,
  figureWithUncertainty,
  overrideNote,
  traceNote,
  valueNotes,
} from '@vialproof/contract/measurement-words';
import { numberLine } from '@vialproof/contract/number-line';
import { standingOf } from '@vialproof/contract/overall-statement';
import { plainDecimals } from '@vialproof/contract/plain-decimals';
import type { Measurement } from '@vialproof/contract/results';
import type { Decision } from '@vialproof/contract/uncertainty';
import { dayOf } from './days.ts';
import { numberLineFile } from './number-line.ts';

/** What the template prints of a line. */
export type LineWords = {
  analyte: string;
  method: string;
  value: string;
  unit: string;
  limit: string;
  verdict: string;
  tone: 'plain' | 'good' | 'bad' | 'between';
  /** What stands behind the value, and why a verdict is not the rule's. */
  notes: string[];
  /** Value and uncertainty among the limits: the picture's file and what it shows. */
  numberLine: { file: string; alt: string } | null;
};

const TONES: Record<Decision, LineWords['tone']> = {
  pass: 'good',
  conditional_pass: 'between',
  conditional_fail: 'between',
  fail: 'bad',
  not_judged: 'plain',
};
const CONTENT = {
  net_peptide: 'net peptide, without water and counter-ions',
  as_is: 'as is, with water and counter-ions',
};

/** Each line in its final words; its day is said where the lines are not all of one. */
export function lineWords(lines: readonly Measurement[]): LineWords[] {
  const isOneDay = new Set(lines.map(({ measured_on }) => measured_on)).size <= 1;
  return lines.map((line, place) => {
    const known = figureWithUncertainty(line);
    const figure = known
      ? `${known.value} ± ${known.U}`
      : typeof line.value === 'number'
        ? plainDecimals(line.value)
        : line.value;
    const standing = standingOf(line);
    const drawn = numberLine(line) ?? null;
    return {
      analyte: line.analyte,
      method: line.method,
      value: figure,
      unit: known ? `${line.unit} (k = 2)`.trim() : /\d/.test(figure) ? line.unit : '',
      limit: line.limit === '' ? 'none' : line.limit,
      verdict: DECISION_WORDS[standing],
      tone: TONES[standing],
      notes: notesOf(line, isOneDay),
      numberLine: drawn && { file: numberLineFile(place), alt: drawn.words },
    };
  });
}

function notesOf(line: Measurement, isOneDay: boolean): string[] {
  const { qualifier, lod, loq, unit, content_basis: content, provider, measured_on: day } = line;
  const amount = (value: number) => `${plainDecimals(value)} ${unit}`.trim();
  const notes = [
    ...valueNotes(line),
    // A qualifier's own words name its limits already.
    ...(qualifier || lod === undefined ? [] : [`LOD ${amount(lod)}`]),
    ...(qualifier || loq === undefined ? [] : [`LOQ ${amount(loq)}`]),
    ...(content ? [CONTENT[content]] : []),
    ...(provider ? [`measured by ${provider}, an external provider`] : []),
    ...(day && !isOneDay ? [`measured on ${dayOf(day)}`] : []),
  ]
    .filter(Boolean)
    .join('; ');
  return [
    ...(notes === '' ? [] : [`${notes.charAt(0).toUpperCase()}${notes.slice(1)}.`]),
    ...[traceNote(line) ?? [], overrideNote(line) ?? []].flat(),
  ];
}

/** By what was measured: a row for each method whose document or settings are known, with the lines that it is of. */
export function methodRows(lines: readonly Measurement[]): { label: string; value: string }[] {
  const rows = new Map<string, { label: string; analytes: string[]; value: string }>();
  for (const { analyte, method, method_details: details } of lines) {
    const { document, version, column, gradient, injection } = details ?? {};
    const value = [
      document && (version ? `${document}, version ${version}` : document),
      !document && version && `version ${version}`,
      column && `column ${column}`,
      gradient && `gradient ${gradient}`,
      injection && `injection ${injection}`,
    ]
      .filter(Boolean)
      .join('; ');
    if (value === '') continue;
    const key = JSON.stringify([method, value]);
    const row = rows.get(key) ?? { label: method, analytes: [], value };
    row.analytes.push(analyte);
    rows.set(key, row);
  }
  return [...rows.values()].map(({ label, analytes, value }) => ({
    label,
    value: rows.size > 1 ? `${analytes.join(', ')}: ${value}` : value,
  }));
}
