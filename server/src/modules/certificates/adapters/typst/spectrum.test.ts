import type { Measurement } from '@vialproof/contract/results';
import { describe, expect, it } from 'vitest';
import { attachmentOf } from './attachment.ts';
import { createCompiler } from './compiler.ts';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import { sampleCertificate } from './sample.fixture.ts';
import { spectrumFiles, spectrumWordsOf } from './spectrum.ts';

const id = '3f1d5c0e-8f0b-4a39-9a52-0c7f0a1f2b3c';
const LINE: Measurement = {
  analyte: 'Identity',
  method: 'LC-MS',
  value: 1419.5,
  unit: 'Da',
  limit: '',
  verdict: null,
  spectrum_id: id,
  spectrum: {
    id,
    sha256: 'ab'.repeat(32),
    format: 'mzml',
    from_mz: 200,
    to_mz: 2000,
    sticks: [
      [300, 5],
      [710.7766, 100],
    ],
    ions: [
      { charge: 1, protons: 1, mz: 1420.5453, found: null },
      {
        charge: 2,
        protons: 2,
        mz: 710.7763,
        found: { mz: 710.7766, percent: 100, error_da: 0.0006, error_ppm: 0.4 },
      },
    ],
  },
};
const lines = (...measurements: Measurement[]) =>
  filesOf(sampleCertificate({ measurements }), coveredCodePoints());

describe('a certificate shows the mass spectrum with the found and the missing ions', () => {
  it('the certificate states which ions were found and which were not', () => {
    const [words] = spectrumWordsOf([LINE]);
    expect(words?.ions).toEqual([['[M+2H]2+', '710.776', '710.777', '0.001 Da, 0 ppm']]);
    expect(words?.note).toContain('Not found: [M+H]+ (1420.545).');
    expect(words?.alt).toBe(
      'Mass spectrum from m/z 200 to 2000, highest peak at 710.777. [M+H]+ not found at 1420.545; [M+2H]2+ found at 710.777, 0 ppm from 710.776.',
    );
  });

  it('peaks are labelled with their charges; where two labels overlap, only the higher peak has one', () => {
    const [words] = spectrumWordsOf([LINE]);
    const at = (710.7766 - 200) / 1800;
    expect(words?.charges).toEqual([{ at, up: 1, text: '2+' }]);
    expect(words?.ticks).toEqual([
      { at: 300 / 1800, text: '500' },
      { at: 800 / 1800, text: '1000' },
      { at: 1300 / 1800, text: '1500' },
      { at: 1, text: '2000' },
    ]);
    const found = (charge: number, mz: number, percent: number) => ({
      ...{ charge, protons: charge, mz },
      found: { mz, percent, error_da: 0, error_ppm: 0 },
    });
    const ions = [found(5, 720, 40), found(4, 710, 90), found(3, 1200, 30)];
    const close = { ...LINE, spectrum: LINE.spectrum && { ...LINE.spectrum, ions } };
    expect(spectrumWordsOf([close])[0]?.charges.map(({ text }) => text)).toEqual(['4+', '3+']);
  });

  it('the highest peak reaches the top of the chart, at its own m/z', () => {
    // The peak is at (710.7766 - 200) / 1800 of the width 260.
    expect(spectrumFiles([LINE])['spectrum-0.svg']).toContain('M73.8 62V0.0');
  });

  it('a certificate with a mass spectrum is an accessible PDF/A, with the spectrum attached', () => {
    const compiler = createCompiler();
    const without = { ...LINE, spectrum: undefined };
    const nothing = { ...LINE, analyte: 'B', spectrum: LINE.spectrum && { ...LINE.spectrum, ions: [] } };
    for (const files of [lines(LINE), lines(LINE, nothing), lines(without)]) {
      expect(compiler.compile(files).length).toBeGreaterThan(10_000);
      expect(compiler.compile(files, 'ua-1').length).toBeGreaterThan(10_000);
    }
    const attached = JSON.parse(attachmentOf(sampleCertificate({ measurements: [LINE] })));
    expect(attached.measurements[0].spectrum).toEqual(LINE.spectrum);
  });
});
