/**
 * A number in plain decimals, as a laboratory writes it and as every field of ours reads it back: 0.0000001, never 1e-7.
 * No digit is lost or made up; beyond 1e21 and for what is no number, as JavaScript has it.
 */
export function plainDecimals(value: number): string {
  const text = String(value);
  if (!text.includes('e-')) return text;
  return value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17 });
}
