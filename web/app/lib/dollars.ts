/** Reads dollars ('180', '$1,250.5') as cents. Null for a wrong amount. Never computes with fractions. */
export function readDollars(text: string): number | null {
  const parts = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!parts) return null;
  const [, whole = '', fraction = ''] = parts;
  return Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
}
