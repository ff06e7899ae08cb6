import { describe, expect, it } from 'vitest';
import { placeOf, untestedOf } from './usual-analytes.ts';

describe('the page of a compound lists the usual analytes first', () => {
  it('a line whose name means purity is a purity, and no other line is', () => {
    for (const key of ['purity', 'hplc purity', 'purity (hplc)', 'rp-hplc purity', 'purity by hplc']) {
      expect([key, placeOf(key)]).toEqual([key, placeOf('purity')]);
      expect(untestedOf([key])).not.toContain('Purity');
    }
    for (const key of ['purity-corrected amount', 'impurity a', 'optical purity']) {
      expect(placeOf(key)).toBeGreaterThan(placeOf('sterility'));
      expect(untestedOf([key])).toContain('Purity');
    }
  });

  it('the usual analytes come first, in their fixed order', () => {
    const keys = ['zinc', 'sterility', 'endotoxin', 'assay', 'purity', 'identity'];
    const sorted = keys.toSorted((one, other) => placeOf(one) - placeOf(other));
    expect(sorted).toEqual(['identity', 'purity', 'assay', 'endotoxin', 'sterility', 'zinc']);
  });
});
