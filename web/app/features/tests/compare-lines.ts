import type { Measurement } from '@vialproof/contract/results';
import { isIdentity } from '@vialproof/science/measurement/measurement-words';

/** A comparison has two to four results. */
export const comparedAtLeast = 2;
export const comparedAtMost = 4;

/** The ids in `?ids=a,b` and in a form's `?ids=a&ids=b`, without duplicates, in order. */
export function idsIn(params: URLSearchParams): string[] {
  const given = params.getAll('ids').flatMap((text) => text.split(','));
  return [...new Set(given.map((id) => id.trim()).filter(Boolean))];
}

export interface ComparedLine {
  analyte: string;
  method: string;
  /** The values in each result, in the order of the results; empty if not tested. */
  values: Measurement[][];
}

/** The lines of several results by analyte and method, in order of their first occurrence. */
export function compareLines(results: Measurement[][]): ComparedLine[] {
  const lines = new Map<string, ComparedLine>();
  for (const [place, measurements] of results.entries()) {
    for (const line of measurements) {
      const { method } = line;
      const analyte = isIdentity(line.analyte) ? 'Identity' : line.analyte;
      const key = JSON.stringify([analyte.trim().toLowerCase(), method.trim().toLowerCase()]);
      const known = lines.get(key) ?? { analyte, method, values: results.map(() => []) };
      known.values[place]?.push(line);
      lines.set(key, known);
    }
  }
  return [...lines.values()];
}
