import { isDeepStrictEqual } from 'node:util';
import type { Measurement } from '@vialproof/contract/results';

/** The methods of all lines that a save adds, changes or takes out; a line that only moves is not touched. */
export function methodsTouched(before: readonly Measurement[], after: readonly Measurement[]): string[] {
  // As they are stored: a field without a value is no field. What is worked out follows from the rest, and from the traces.
  const stored = (lines: readonly Measurement[]) =>
    JSON.parse(JSON.stringify(lines.map(({ computed: _, ...line }) => line))) as Measurement[];
  const [was, is] = [stored(before), stored(after)];
  const gone = was.filter((line) => !takeOut(is, line));
  return [...gone, ...is].map(({ method }) => method);
}

/** Takes the first line that says the same out of `lines`; false where none does. */
function takeOut(lines: Measurement[], line: Measurement): boolean {
  const place = lines.findIndex((each) => isDeepStrictEqual(each, line));
  if (place >= 0) lines.splice(place, 1);
  return place >= 0;
}

export const authorisationWords = (methods: readonly string[]) =>
  `Only people who are authorised for ${methods.map((name) => `“${name}”`).join(' and ')} enter and hand in its results. Ask an admin.`;
