import { plainDecimals } from './plain-decimals.ts';
import type { Measurement } from './results.ts';

/** The value as it is printed, without its unit: '98.20 ± 0.40' to two significant digits of U, else as it was reported. */
export function reportedFigure({ value, uncertainty, qualifier }: Measurement): string {
  const text = typeof value === 'number' ? plainDecimals(value) : value;
  const U = uncertainty?.U;
  if (U === undefined || qualifier || text === '' || !Number.isFinite(Number(text))) return text;
  const decimals = Math.max(0, 1 - Number(U.toExponential(1).split('e')[1]));
  return `${Number(text).toFixed(decimals)} ± ${U.toFixed(decimals)}`;
}
