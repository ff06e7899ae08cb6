import type { Result } from './results.ts';

/**
 * The one figure that a result is quoted by, with its unit, such as '99.1 % area': what was measured under the name of
 * purity, else the main peak's share of the trace; null when neither is there.
 */
export function purityOf(result: Pick<Result, 'metrics' | 'chromatogram'>): string | null {
  const [, measured] = Object.entries(result.metrics).find(([analyte]) => /^purity\b/i.test(analyte)) ?? [];
  if (measured !== undefined) return measured;
  const percent = result.chromatogram?.purity_percent;
  return typeof percent === 'number' ? `${percent.toFixed(2)} % area` : null;
}
