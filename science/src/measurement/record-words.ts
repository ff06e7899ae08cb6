import type { BenchRecord, Measurement } from './types.ts';

// Recorded facts in words. Facts that were not recorded are left out.

type Fact = { label: string; value: string };

export const factsOf = (facts: [label: string, value: string | null | undefined][]): Fact[] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));

/** The item in words; empty if nothing was recorded. */
export const itemWords = ({ appearance, container }: BenchRecord): string =>
  [appearance, container].filter(Boolean).join('; ');

/** How the sample was taken and stored. */
export const circumstances = (record: BenchRecord): Fact[] =>
  factsOf([
    ['Sampling', record.sampling],
    ['Environment', record.environment],
    ['Kept at', record.custody_place],
    ['Taken from it', record.custody_aliquots],
    ['Disposal', record.custody_disposal],
  ]);

export const remarkFacts = (record: BenchRecord): Fact[] =>
  factsOf([
    ['Deviations', record.deviations],
    ['Remarks', record.remarks],
  ]);

/** A row for each method with a known document or settings, and its lines. */
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
