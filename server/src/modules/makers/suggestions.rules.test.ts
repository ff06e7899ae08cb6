import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostAlike } from './suggestions.rules.ts';

const spelled = (...names: string[]) => names.map((folded) => ({ id: folded, folded }));
const alike = (word: string, ...names: string[]) => mostAlike(word, spelled(...names)).map(({ id }) => id);

describe('the server suggests the most similar names first', () => {
  it('equal names are suggested first, then names with equal letters, then similar names', () => {
    expect(alike('acme labs', 'zenith', 'acme lab', 'acme-labs', 'acne labs', 'acme labs')).toEqual([
      'acme labs',
      'acme-labs',
      'acme lab',
      'acne labs',
    ]);
  });

  it('nothing is suggested for an empty word; the first word of a long name suggests the whole name', () => {
    expect(alike('', 'acme')).toEqual([]);
    expect(alike('acme', 'acme international peptides limited', 'ac')).toEqual([
      'acme international peptides limited',
    ]);
  });

  it('each record is suggested once, by its most similar spelling', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(word, fc.array(word), (asked, others) => {
        const rows = [asked, ...others].map((folded, place) => ({ id: `r${place % 3}`, folded }));
        const found = mostAlike(asked, rows);
        expect(found[0]?.folded).toBe(asked);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      }),
    );
  });
});
