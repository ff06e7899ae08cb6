import type { BenchRecord, Measurement } from './types.ts';

// What was recorded, in words: nothing is said of what nobody recorded.

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
