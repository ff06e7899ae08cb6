import type { Measurement } from '@vialproof/contract/results';
import { isIdentity } from '@vialproof/science/measurement/measurement-words';

/** A comparison has two to four results. */
export const comparedAtLeast = 2;
export const comparedAtMost = 4;

/** The ids in a list (`?ids=a,b`) or from a form (`?ids=a&ids=b`), in order and without duplicates. */
export function idsIn(params: URLSearchParams): string[] {
  const given = params.getAll('ids').flatMap((text) => text.split(','));
  return [...new Set(given.map((id) => id.trim()).filter(Boolean))];
}

export interface ComparedLine {
  analyte: string;
  method: string;
  /**
   * The values of this line in each result, in the order of the results. Empty for a result that was not tested for it.
   */
  values: Measurement[][];
}

/** Groups the lines of several results by analyte and method, in the order of their first appearance. */
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
