import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBatches } from './batch-compare.ts';

const batch = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.stringMatching(/^[A-Za-z0-9 O0Il1|_./-]{1,20}$/),
);

describe('two batch codes are equal if they differ only in case, spaces and signs', () => {
  it.each([
    ['VP-2401', 'VP-2401', 'same'],
    [' VP-2401\n', 'VP-2401', 'same'],
    ['Ä1', 'A\u03081', 'same'],
    ['vp-2401', 'VP-2401', 'similar'],
    ['VP 2401', 'VP-2401', 'similar'],
    ['VP2401', 'VP-2401', 'similar'],
    ['VP-24O1', 'VP-2401', 'similar'],
    ['VP-240l', 'VP-2401', 'similar'],
    ['VP-240I', 'VP-2401', 'similar'],
    ['VP-240|', 'VP-2401', 'similar'],
    ['ＶＰ－２４０１', 'VP-2401', 'similar'],
    ['VP-2402', 'VP-2401', 'different'],
    ['VP-2401', 'VP-24011', 'different'],
    ['VP-24015', 'VP-2401', 'different'],
    ['', 'VP-2401', 'different'],
    ['--', '//', 'different'],
  ])('%j and %j are %s', (one, other, expected) => {
    expect(compareBatches(one, other)).toBe(expected);
  });

  it('a batch code equals itself, also with spaces around it', () => {
    fc.assert(
      fc.property(batch, fc.stringMatching(/^[ \t\n]*$/), (one, space) => {
        expect(compareBatches(one, one)).toBe('same');
        expect(compareBatches(space + one + space, one)).toBe('same');
      }),
    );
  });

  it('comparing two batch codes gives the same answer in both directions', () => {
    fc.assert(
      fc.property(batch, batch, (one, other) => {
        expect(compareBatches(one, other)).toBe(compareBatches(other, one));
      }),
    );
  });

  it('upper or lower case and signs between letters make no difference between two batch codes', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9äöüéñ]{1,20}$/),
        fc.constantFrom(' ', '-', '_', '.', '/'),
        (one, sign) => {
          expect(compareBatches(one.toLowerCase(), one.toUpperCase())).not.toBe('different');
          expect(compareBatches([...one].join(sign), one)).not.toBe('different');
        },
      ),
    );
  });

  it('two batch codes that differ in one letter are never equal', () => {
    const letters = fc.constantFrom(...'ABCDEFGHJKMNPQRSTUVWXYZ23456789');
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        letters,
        (one, at, letter) => {
          const place = at % one.length;
          fc.pre(one[place] !== letter);
          expect(compareBatches(one.join(''), one.with(place, letter).join(''))).toBe('different');
        },
      ),
    );
  });
});
