import type { Measurement } from '@vialproof/contract/results';
import { isIdentity } from '@vialproof/science/measurement/measurement-words';

/** Two to four results stand side by side. */
export const comparedAtLeast = 2;
export const comparedAtMost = 4;

/** The ids of `?ids=a,b` and of a form's `?ids=a&ids=b`, each once, in the order given. */
export function idsIn(params: URLSearchParams): string[] {
  const given = params.getAll('ids').flatMap((text) => text.split(','));
  return [...new Set(given.map((id) => id.trim()).filter(Boolean))];
}

export interface ComparedLine {
  analyte: string;
  method: string;
  /** What each result says of it, in the order of the results; none where it was not tested. */
  values: Measurement[][];
}

/** The lines of several results by what was measured and how, in the order in which they first occur. */
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
