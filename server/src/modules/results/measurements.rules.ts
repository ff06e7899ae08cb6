import type { Measurement } from '@vialproof/contract/results';

/** The value as it is printed, with its unit: '99.1 %', '< LOQ', 'conforms'. */
export function valueWithUnit({ value, unit }: Pick<Measurement, 'value' | 'unit'>): string {
  const text = typeof value === 'number' ? numberText(value) : value;
  const isWord = typeof value === 'string' && !/\d/.test(value);
  return unit === '' || isWord ? text : `${text} ${unit}`;
}

/**
 * The measurements as the map of the specified interface: analyte → value with unit. Where two methods measured one
 * analyte the key is 'analyte (method)'; a true duplicate gets a number behind it, in the order of the list. No
 * measurement is lost.
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

/** Plain decimals, never an exponent for what a laboratory measures: 0.0000012, not 1.2e-6. */
function numberText(value: number): string {
  const text = String(value);
  if (!text.includes('e') || !Number.isFinite(value)) return text;
  return value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17 });
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
