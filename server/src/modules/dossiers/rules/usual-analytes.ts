import { isCalledPurity } from '@vialproof/science/measurement/purity';

const like = (pattern: RegExp) => (analyteKey: string) => pattern.test(analyteKey);

/** The analytes that readers look for first, in this order. */
const USUAL = [
  { name: 'Identity', is: like(/^identity\b/) },
  { name: 'Purity', is: (analyte: string) => isCalledPurity({ analyte }) },
  { name: 'Amount', is: like(/^(assay|amount)\b/) },
  { name: 'Endotoxin', is: like(/^endotoxin/) },
  { name: 'Sterility', is: like(/^sterility\b/) },
];

/** The place of an analyte in this order; others come later. */
export function placeOf(analyteKey: string): number {
  const place = USUAL.findIndex(({ is }) => is(analyteKey));
  return place === -1 ? USUAL.length : place;
}

/** The usual analytes that nobody tested. */
export function untestedOf(analyteKeys: readonly string[]): string[] {
  return USUAL.filter(({ is }) => !analyteKeys.some((key) => is(key))).map(({ name }) => name);
}
