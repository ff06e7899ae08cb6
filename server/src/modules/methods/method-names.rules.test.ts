import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldMethod } from './method-names.rules.ts';

const NAME = 'RP-HPLC-UV 214 nm';

describe('different spellings of the same method have the same name', () => {
  it.each([
    ['two spaces', 'RP-HPLC-UV  214 nm'],
    ['no-break spaces', 'RP-HPLC-UV\u00a0214\u202fnm'],
    ['no space', 'RP-HPLC-UV 214nm'],
    ['a non-breaking hyphen', 'RP\u2011HPLC-UV 214 nm'],
    ['an en dash', 'RP-HPLC–UV 214 nm'],
    ['a minus, an em dash and a soft hyphen', 'RP−HPLC—UV 214\u00ad nm'],
    ['a space for a hyphen', 'RP HPLC UV 214 nm'],
    ['a zero-width space', 'RP-HPLC-UV 214\u200b nm'],
    ['a Cyrillic Н', 'RP-НPLC-UV 214 nm'],
    ['a Greek Ρ and Η', 'RΡ-ΗPLC-UV 214 nm'],
    ['Cyrillic small letters', 'rр-hрlс-uv 214 nm'],
    ['a full stop', 'RP-HPLC-UV 214 nm.'],
    ['other case', 'rp-hplc-uv 214 NM'],
    ['full width', 'ＲＰ－ＨＰＬＣ－ＵＶ　２１４　ｎｍ'],
    ['mathematical letters', '𝐑𝐏-𝖧𝖯𝖫𝖢-UV 214 nm'],
    ['marks above letters', 'RP-HPLĈ-UV 214 nm'],
    ['l for 1', 'RP-HPLC-UV 2l4 nm'],
  ])('two spellings mean the same method if they differ by %s', (_, written) => {
    expect(foldMethod(written)).toBe(foldMethod(NAME));
  });

  it.each([
    ['HPLC-UV'],
    ['RP-HPLC-UV 254 nm'],
    ['SEC-HPLC-UV 214 nm'],
    ['RP-HPLC-UV 21.4 nm'],
    ['RP-HPLC-UV+ 214 nm'],
  ])('the name %s means another method than RP-HPLC-UV 214 nm', (written) => {
    expect(foldMethod(written)).not.toBe(foldMethod(NAME));
  });

  it('pharmacopoeia chapters that differ only in their points are different methods', () => {
    expect(foldMethod('Ph. Eur. 2.6.14')).not.toBe(foldMethod('Ph. Eur. 26.14'));
    expect(foldMethod('Ph Eur 2.6.14.')).toBe(foldMethod('Ph. Eur. 2.6.14'));
    expect(foldMethod('ICP-MS')).toBe(foldMethod('icp ms'));
    expect(foldMethod('—')).not.toBe(foldMethod('?'));
    expect(foldMethod('LC-MS ESI+')).not.toBe(foldMethod('LC-MS ESI−'));
  });

  it('the comparison ignores case, spaces, dashes and invisible characters', () => {
    const letters = fc.array(fc.constantFrom(...'ABCDEFGHIKLMNOPRSTUVWXYZabcdilmrxy0123456789'), {
      minLength: 1,
      maxLength: 12,
    });
    const between = fc.constantFrom('', ' ', '  ', '-', '‑', '–', '\u200b', '\u2060', '\u00a0', ' - ');
    fc.assert(
      fc.property(
        letters,
        fc.array(between, { minLength: 12, maxLength: 12 }),
        fc.boolean(),
        (signs, gaps, up) => {
          const name = signs.join('');
          const written = signs.map((sign, place) => sign + (gaps[place] ?? '')).join('');
          expect(foldMethod(up ? written.toUpperCase() : written.toLowerCase())).toBe(foldMethod(name));
          expect(foldMethod(foldMethod(name))).toBe(foldMethod(name));
        },
      ),
    );
  });
});
