import type { DescribedTrace } from '../chromatography/types.ts';
import { figureWithUncertainty } from './measurement-words.ts';
import { plainDecimals } from './plain-decimals.ts';
import type { Measurement } from './types.ts';

/** Percentages in words: '99.03, 98.97 and 99.00 %'. */
export function percentsInWords(percents: readonly number[]): string {
  const written = percents.map((percent) => percent.toFixed(2));
  const last = written.pop() ?? '';
  return `${written.length > 0 ? `${written.join(', ')} and ${last}` : last} %`;
}

/**
 * The sentence beside a chromatogram whose result is a mean: 'This injection 99.03; result 99.00, mean of 3.' Undefined
 * if both are equal, and for old results.
 */
export function thisInjectionWords(
  { purity_percent: percent }: Pick<DescribedTrace, 'purity_percent'>,
  lines: readonly Measurement[],
): string | undefined {
  const line = lines.find(({ computed }) => computed?.injections !== undefined);
  const { n, injections } = line?.computed ?? {};
  if (!line || !n || !injections || percent === null) return undefined;
  const value = typeof line.value === 'number' ? plainDecimals(line.value) : line.value;
  const result = figureWithUncertainty(line)?.value ?? value;
  const typed = injections.matched < n ? ', typed' : '';
  return `This injection ${percent.toFixed(2)}; result ${result}, mean of ${n}${typed}.`;
}
