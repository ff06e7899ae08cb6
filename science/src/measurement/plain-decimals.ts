/**
 * A number in plain decimals: 0.0000001, never 1e-7. All digits stay. Numbers beyond 1e21 are written as JavaScript
 * writes them.
 */
export function plainDecimals(value: number): string {
  const text = String(value);
  if (!text.includes('e-')) return text;
  return value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17 });
}
