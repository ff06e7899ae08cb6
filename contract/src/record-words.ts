import type { BenchRecord } from './bench-record.ts';
import { plainDecimals } from './plain-decimals.ts';
import type { Measurement } from './results.ts';

// What was recorded, in words: nothing is said of what nobody recorded.

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const CONTENT: Record<NonNullable<Measurement['content_basis']>, string> = {
  net_peptide: 'net peptide, without water and counter-ions',
  as_is: 'as is, with water and counter-ions',
};

/** The day of an instant in UTC, or a day itself: '10 November 2026'. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

type Fact = { label: string; value: string };

/** A row for each of these that is there. */
export const factsOf = (facts: [label: string, value: string | null | undefined][]): Fact[] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));

/** What the item is by what was recorded of it; empty where nothing was. */
export const itemWords = ({ appearance, container }: BenchRecord): string =>
  [appearance, container].filter(Boolean).join('; ');

/** How the sample was drawn and kept. */
export const circumstances = (record: BenchRecord): Fact[] =>
  factsOf([
    ['Sampling', record.sampling],
    ['Environment', record.environment],
    ['Kept at', record.custody_place],
    ['Taken from it', record.custody_aliquots],
    ['Disposal', record.custody_disposal],
  ]);

/** Deviations and remarks. */
export const remarkFacts = (record: BenchRecord): Fact[] =>
  factsOf([
    ['Deviations', record.deviations],
    ['Remarks', record.remarks],
  ]);

/** What was recorded of a line beside its value, a note each: limits of the method, basis of a content, who and when. */
export function recordedNotes(line: Measurement): string[] {
  const { qualifier, lod, loq, unit, content_basis: content, provider, measured_on: day } = line;
  const amount = (value: number) => `${plainDecimals(value)} ${unit}`.trim();
  return [
    // A qualifier's own words name its limits already.
    ...(qualifier || lod === undefined ? [] : [`LOD ${amount(lod)}`]),
    ...(qualifier || loq === undefined ? [] : [`LOQ ${amount(loq)}`]),
    ...(content ? [CONTENT[content]] : []),
    ...(provider ? [`measured by ${provider}, an external provider`] : []),
    ...(day ? [`measured on ${dayOf(day)}`] : []),
  ];
}

/** By what was measured: a row for each method whose document or settings are known, with the lines that it is of. */
export function methodFacts(lines: readonly Measurement[]): Fact[] {
  const rows = new Map<string, { label: string; analytes: string[]; value: string }>();
  for (const { analyte, method, method_details: details } of lines) {
    const { document, version, column, gradient, injection } = details ?? {};
    const value = [
      [document, version && `version ${version}`].filter(Boolean).join(', '),
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
