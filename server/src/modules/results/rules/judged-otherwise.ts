import type { Measurement } from '@vialproof/contract/results';
import { figuresOf, judge } from '@vialproof/science/measurement/measuring';
import { foldFigure } from '@vialproof/science/measurement/typed-figure';

const words = (verdict: Measurement['verdict']) => verdict ?? 'not judged';

/** The verdict by today's rules on a published line, if it is another one. */
export function judgedOtherwise(line: Measurement): string | undefined {
  const { rule, override, verdict, analyte, value, limit, computed } = line;
  if (!rule || override) return undefined;
  const folded = { ...line, value: typeof value === 'string' ? foldFigure(value) : value };
  const today = judge(rule, figuresOf(folded, computed?.mass ?? null));
  if (today === verdict) return undefined;
  return `${analyte}, ${value} against ${limit}, is published as ${words(verdict)}; by today’s rule it is ${words(today)}`;
}
