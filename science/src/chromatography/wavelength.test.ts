import { describe, expect, it } from 'vitest';
import { wavelengthIn, wavelengthOfChannel } from './wavelength.ts';

describe('the reader finds the wavelength of a chromatogram', () => {
  it('the reader finds the wavelength in a text that states one', () => {
    expect(wavelengthIn('# HPLC-UV, 214 nm\nTime (min),Signal (mAU)')).toBe(214);
    expect(wavelengthIn('DAD1 A, Sig=220,4 nm\nmin,mAU at 220 nm')).toBe(220);
  });

  it('the wavelength is null if the text contains none, several or an impossible one', () => {
    expect(wavelengthIn('Time,Signal')).toBeNull();
    expect(wavelengthIn('214 nm\n254 nm')).toBeNull();
    expect(wavelengthIn('Column 150 x 4.6 mm, particle 100 nm')).toBeNull();
    expect(wavelengthIn('')).toBeNull();
  });

  it.each<[string, number | null]>([
    ['UV_214', 214],
    ['UV_VIS_1 WVL:220 nm', 220],
    ['mAU@214', 214],
    ['A280', 280],
    ['254', 254],
    ['2475ChA ex280/em350', null],
    ['ED_1', null],
    ['A1200', null],
    ['099', null],
    ['', null],
  ])('the wavelength of the channel “%s” is %s', (name, nm) => {
    expect(wavelengthOfChannel(name)).toBe(nm);
  });
});
