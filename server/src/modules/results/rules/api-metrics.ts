import type { Measurement } from '@vialproof/contract/results';
import { valueWithUnit } from '@vialproof/science/measurement/measurement-words';

/**
 * The measurements in the form that the specification asks for: analyte → value with unit. If two methods measured one
 * analyte, the name contains the method.
 */
export function metricsOf(measurements: readonly Measurement[]): Record<string, string> {
  const analytes = countOf(measurements.map(({ analyte }) => analyte));
  const metrics = new Map<string, string>();
  for (const measurement of measurements) {
    const { analyte, method } = measurement;
    const key = (analytes.get(analyte) ?? 0) > 1 ? `${analyte} (${method})` : analyte;
    metrics.set(unused(key, metrics), valueWithUnit(measurement));
  }
  return Object.fromEntries(metrics);
}

function unused(key: string, taken: ReadonlyMap<string, string>): string {
  if (!taken.has(key)) return key;
  let number = 2;
  while (taken.has(`${key} #${number}`)) number += 1;
  return `${key} #${number}`;
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
