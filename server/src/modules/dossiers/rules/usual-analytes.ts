/** What readers look for first, in this order; named as not tested where nothing was. */
const USUAL = [
  { name: 'Identity', is: /^identity\b/ },
  { name: 'Purity', is: /^purity\b/ },
  { name: 'Amount', is: /^(assay|amount)\b/ },
  { name: 'Endotoxin', is: /^endotoxin/ },
  { name: 'Sterility', is: /^sterility\b/ },
];

/** The place of an analyte among the usual ones; others come behind them. */
export function placeOf(analyteKey: string): number {
  const place = USUAL.findIndex(({ is }) => is.test(analyteKey));
  return place === -1 ? USUAL.length : place;
}

/** The usual analytes that are none of these. */
export function untestedOf(analyteKeys: readonly string[]): string[] {
  return USUAL.filter(({ is }) => !analyteKeys.some((key) => is.test(key))).map(({ name }) => name);
}
