/**
 * A number in plain decimals, as laboratories write it and as every field accepts it: 0.0000001, never 1e-7. No digit
 * is lost or added. Numbers beyond 1e21, NaN and infinity are written as JavaScript writes them.
 */
export function plainDecimals(value: number): string {
  const text = String(value);
  if (!text.includes('e-')) return text;
  return value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17 });
}
