import { fold } from '@vialproof/science/text/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeSlug, lettersOf, slugOf } from './names.rules.ts';

describe('a name gets an address part (a slug)', () => {
  it.each([
    ['Acme Peptides, Ltd.', 'acme-peptides-ltd'],
    ['LOT/24\\07-A', 'lot-24-07-a'],
    ['  --BPC 157--  ', 'bpc-157'],
    ['null', 'null'],
    ['北京', 'beijing'],
    ['Пептид', 'peptid'],
    ['مصنع', 'msn'],
    ['Łódź', 'lodz'],
    ['ＡＣＭＥ', 'acme'],
    ['💊', 'pill'],
    ['Аcme', 'acme'],
    ['ΑCME', 'acme'],
    ['рeptide labs', 'peptide-labs'],
    ['TNFα', 'tnfa'],
    ['Ромашка', 'romashka'],
  ])('the slug of the name %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

  it('a name without a usable letter gets a slug made from its hash', () => {
    expect(slugOf('///')).toMatch(/^x[0-9a-f]{8}$/);
    expect(slugOf('///')).not.toBe(slugOf('---'));
  });

  it('the slug of a name of 10,000 characters is short', () => {
    expect(slugOf('ab '.repeat(3333))).toHaveLength(80);
    expect(slugOf('/'.repeat(10_000))).toHaveLength(9);
  });

  it('the slug of any name is a valid address, and equal names have equal slugs', () => {
    const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(name, (text) => {
        expect(slugOf(text)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slugOf(text).length).toBeLessThanOrEqual(80);
        expect(slugOf(fold(text))).toBe(slugOf(fold(fold(text))));
      }),
    );
  });

  it('names that get their slugs one after the other have different slugs', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'A', 'a-2', 'a 2', 'a-3', '/a/', 'b')), (names) => {
        const taken = new Set<string>();
        for (const name of names) taken.add(freeSlug(name, name, taken));
        expect(taken.size).toBe(names.length);
      }),
    );
    expect(freeSlug('a', 'a', new Set(['a', 'a-2', 'a-4']))).toBe('a-3');
  });
});

describe('a name of letters that look like Latin ones does not get the plain slug', () => {
  it.each([
    ['\u0410cme', 'acme'],
    ['Acm\u0435', 'acme'],
    ['\u0391CME', 'acme'],
    ['\u039cerck', 'merck'],
    ['\u0395li Lilly', 'eli-lilly'],
    ['AC\u041c\u0415', 'acme'],
    ['2024-\u04101', '2024-a1'],
    ['LOT-\u039112', 'lot-a12'],
  ])('the look-alike name %s does not get the plain slug, even as the first name', (masked, plain) => {
    const first = freeSlug(fold(masked), masked, new Set());
    expect(first).toBe(`${plain}-2`);
    expect(freeSlug(plain, plain.toUpperCase(), new Set([first]))).toBe(plain);
  });

  it.each(['Ромашка', 'TNFα', 'IL-1β', 'Thymosin α1', 'Łódź', '北京 Labs', 'Serie 7 Плюс'])(
    'the name %s gets its plain slug, because its letters do not look like Latin ones',
    (name) => {
      expect(freeSlug(fold(name), name, new Set())).toBe(slugOf(fold(name)));
    },
  );
});

describe('hyphens and spaces in a name are ignored', () => {
  it('names that differ only by hyphens and spaces have the same letters', () => {
    expect(['BPC-157', 'bpc 157', 'BPC157', 'BPC–157'].map((name) => lettersOf(fold(name)))).toEqual(
      Array(4).fill('bpc157'),
    );
    expect(lettersOf(fold('TB-500'))).not.toBe(lettersOf(fold('TB-4')));
  });
});
