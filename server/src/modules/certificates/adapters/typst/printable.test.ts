import { describe, expect, it } from 'vitest';
import { coveredCodePoints } from './fonts.ts';
import { printable, unprintableFields } from './printable.ts';

const covered = coveredCodePoints();

describe('unprintable characters are replaced before a certificate is printed', () => {
  it('all characters that laboratories usually write are printable', () => {
    expect(printable('≥ 98.0 % ± 0.5 µg/g, 25 °C, Å, α-β-γ, H₂O, “Łódź”', covered)).toBe(
      '≥ 98.0 % ± 0.5 µg/g, 25 °C, Å, α-β-γ, H₂O, “Łódź”',
    );
  });

  it('an unprintable character is replaced by a plain one or by its code', () => {
    expect(printable('[M+2H]²⁺', covered)).toBe('[M+2H]²+');
    expect(printable('深圳🙂', covered)).toBe('[U+6DF1][U+5733][U+1F642]');
    expect(printable('A\u030a e\u0301', covered)).toBe('Å é');
  });

  it('no invisible character is printable', () => {
    expect(printable('a\u200bb\u00adc\ufeff', covered)).toBe('abc');
    expect(printable('a\u202eb\u0007\ud800', covered)).toBe('a[U+202E]b[U+0007][U+D800]');
    expect(printable('a\tb\r\nc', covered)).toBe('a b\nc');
  });

  it('the error message names the field with the unprintable characters', () => {
    const errors = unprintableFields(
      { title: 'BPC-157', stated: { maker: '深圳 Co.' }, list: [{ unit: 'µg' }, { unit: '🙂' }] },
      covered,
    );
    expect(errors).toEqual([
      {
        path: 'stated.maker',
        message: 'These characters cannot be printed on a certificate: [U+6DF1], [U+5733]',
      },
      { path: 'list.1.unit', message: 'These characters cannot be printed on a certificate: [U+1F642]' },
    ]);
  });
});
