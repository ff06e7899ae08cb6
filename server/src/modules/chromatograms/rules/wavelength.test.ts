import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wavelengthOf } from './wavelength.ts';

const of = (...lines: string[]) =>
  wavelengthOf(new TextEncoder().encode([...lines, '0.00,1.2', '0.01,1.3'].join('\n')));

describe('the wavelength of a trace', () => {
  it('is the one that the heading names', () => {
    expect(of('# HPLC-UV, 214 nm', 'Time (min),Signal (mAU)')).toBe(214);
    expect(of('Time;Signal 280nm (mAU)')).toBe(280);
    expect(of('DAD1 A, Sig=220,4 nm', 'min,mAU at 220 nm')).toBe(220);
    expect(
      wavelengthOf(readFileSync(new URL('../../../../../e2e/fixtures/bpc157.csv', import.meta.url))),
    ).toBe(214);
    expect(wavelengthOf(Buffer.from('\ufeff214 nm\n0,1\n', 'utf16le'))).toBe(214);
  });

  it('is left open when the heading names none, several or no possible one', () => {
    expect(of('Time,Signal')).toBeNull();
    expect(of('214 nm', '254 nm')).toBeNull();
    expect(of('Column 150 x 4.6 mm, particle 100 nm')).toBeNull();
    expect(of()).toBeNull();
    expect(wavelengthOf(new Uint8Array())).toBeNull();
  });
});
