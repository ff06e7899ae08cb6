import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newPseudonym, soundsLikeStaff, soundsOfficial } from './display-names.ts';

const BRAND = 'Vialproof';
const WORDS = [
  ...['Vialproof', 'laboratory', 'support', 'official', 'staff', 'admin'],
  ...['reviewer', 'moderator', 'helpdesk', 'customer care', 'quality manager', 'former member'],
];
/** Reserved words written with letters that look alike. */
const LOOK_ALIKES: Record<string, string[]> = {
  a: ['а', 'α', 'А', 'Α', 'ᴀ', '4', 'á', 'ａ'],
  b: ['В', 'Ь', 'ʙ', 'ｂ'],
  c: ['с', 'С', 'ϲ', 'ᴄ', 'ⅽ'],
  d: ['ԁ', 'ⅾ', 'ᴅ', 'ｄ'],
  e: ['е', 'Е', '3', 'ᴇ'],
  f: ['ꬵ', 'ꜰ', 'ｆ'],
  i: ['і', 'І', 'ι', '1', 'ı', 'ɪ', 'l', 'í'],
  l: ['1', 'I', 'ӏ', 'ⅼ', 'ʟ'],
  m: ['М', 'м', 'Μ', 'rn', 'ᴍ'],
  n: ['ո', 'Ν', 'ɴ', 'ñ'],
  o: ['о', 'О', 'ο', 'Ο', '0', 'ᴏ', 'ö'],
  p: ['р', 'Р', 'ρ', 'Ρ', 'ᴘ'],
  r: ['г', 'ʀ', 'ｒ'],
  s: ['ѕ', 'Ѕ', '5', 'ꜱ', '$', 'ſ'],
  t: ['т', 'Т', 'τ', 'Τ', 'ᴛ', '7'],
  u: ['υ', 'ᴜ', 'ú'],
  v: ['ν', 'ѵ', 'ⅴ', 'ᴠ'],
  y: ['у', 'У', 'γ', 'ʏ'],
};
const SEPARATORS = ['', '', '', ' ', '.', '-', '_', ' - ', '\u200b', '\u00ad', '\u2060', '·'];

const disguised = (word: string) =>
  fc
    .tuple(
      ...[...word].map((letter) =>
        fc.tuple(
          fc.constantFrom(letter, letter.toUpperCase(), ...(LOOK_ALIKES[letter.toLowerCase()] ?? [])),
          fc.constantFrom(...SEPARATORS),
        ),
      ),
    )
    .map((parts) => parts.flat().join(''));

describe('display names that look like staff are refused', () => {
  it("a display name with the laboratory's words is refused, however they are disguised", () => {
    const around = fc.constantFrom('', 'The ', 'Your friendly ', '(', '★ ', '1. ');
    const names = fc.tuple(
      around,
      fc.constantFrom(...WORDS).chain(disguised),
      fc.constantFrom('', ' team', ')', ' 2'),
    );
    fc.assert(
      fc.property(names, (parts) => soundsLikeStaff(parts.join(''), BRAND)),
      { numRuns: 2_000 },
    );
  });

  it.each([
    'Vialproof Laboratory (official)',
    'a d m i n',
    'off1cial',
    'Stafford',
    'Supporters club',
    'аdмin',
    'АDМІN',
    'ᴀᴅᴍɪɴ',
    '🅰🅳🅼🅸🅽',
    '🇦🇩🇲🇮🇳',
    '𝓪𝓭𝓶𝓲𝓷',
    'ⓢⓣⓐⓕⓕ',
    's\u200bt\u200ba\u200bf\u200bf',
    'V1ALPR00F',
    'off|cial',
    'a|d|m|i|n',
    'adrnin',
    'Adm¡n',
    'ᗩdmin',
    'ᔕTᗩᖴᖴ',
    'ᗩᗪᗰIᑎ',
    'OᖴᖴIᑕIᗩᒪ',
    'Vialproo£',
    'Vialprøøf',
    'adm³in',
    'a¹d²m³i⁴n',
    'adm¹n',
    'xs t a f fy',
  ])('the display name %s is refused, because it looks like staff', (name) =>
    expect(soundsLikeStaff(name, BRAND)).toBe(true),
  );

  it('a generated pseudonym never looks like staff', () => {
    fc.assert(
      fc.property(fc.constant(null), () => !soundsLikeStaff(newPseudonym(), BRAND)),
      { numRuns: 2_000 },
    );
  });

  it.each([
    'Ahmad Minh',
    'Ahmad-Minhas',
    'Sad Mina',
    'Vista Ffion',
    'Adam Inman',
    'Labrador',
    'Lab rat',
    'Мария',
    'Stoff',
    'Søren Ådland',
    '¡Olé!',
    'ᐃᓄᒃᑎᑐᑦ',
    '田中',
    'محمد',
  ])('the display name %s is allowed', (name) => expect(soundsLikeStaff(name, BRAND)).toBe(false));

  it('the title of a group may name a product, but may not look like a statement of the laboratory', () => {
    for (const title of [
      'Vialproof official group',
      'Оfficial test',
      'Moderator’s choice',
      'V1alproof group',
    ])
      expect([title, soundsOfficial(title, BRAND)]).toEqual([title, true]);
    for (const title of [
      'BPC-157, batch A-10',
      'Immune support peptide',
      'Laboratory standard of retatrutide',
    ])
      expect([title, soundsOfficial(title, BRAND)]).toEqual([title, false]);
  });

  it("a display name that contains the site's brand is refused, as one word or as several", () => {
    expect(soundsLikeStaff('Harbour Assay', 'Harbour Assay')).toBe(true);
    expect(soundsLikeStaff('I am harbour-assay', 'Harbour Assay')).toBe(true);
    expect(soundsLikeStaff('Harbour', 'Harbour Assay')).toBe(false);
    expect(soundsLikeStaff('Vialproof', 'Harbour Assay')).toBe(false);
    // A brand with fewer than three letters refuses no name.
    expect([soundsLikeStaff('Karin', 'AR'), soundsLikeStaff('Karin', '★★★')]).toEqual([false, false]);
  });
});
