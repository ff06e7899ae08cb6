/** Dollars as people type them ('180', '$1,250.5') to whole cents; null when that is no amount. No fraction is ever computed. */
export function readDollars(text: string): number | null {
  const parts = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!parts) return null;
  const [, whole = '', fraction = ''] = parts;
  return Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Whole cents as one types them: '180.00'. */
export function writeDollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
