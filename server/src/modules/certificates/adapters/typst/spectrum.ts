import type { Measurement } from '@vialproof/contract/results';
import type { LineSpectrum } from '@vialproof/contract/spectra';
import { ionName, spectrumWords } from '@vialproof/contract/spectrum-words';

const WIDTH = 500;
const HEIGHT = 70;
const STICK = '#5c6566';
const FOUND = '#006465';

/** What the template prints of a line's mass spectrum. */
export type SpectrumWords = {
  analyte: string;
  file: string;
  alt: string;
  from: string;
  to: string;
  /** Ion, theoretical m/z, found m/z, error. */
  ions: string[][];
  note: string;
};

const spectrumFile = (place: number) => `spectrum-${place}.svg`;

/** A picture for each line that has a spectrum, by file name. */
export function spectrumFiles(lines: readonly Measurement[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap(({ spectrum }, place) => (spectrum ? [[spectrumFile(place), draw(spectrum)]] : [])),
  );
}

export function spectrumWordsOf(lines: readonly Measurement[]): SpectrumWords[] {
  return lines.flatMap(({ analyte, spectrum }, place) =>
    spectrum
      ? [
          {
            analyte,
            file: spectrumFile(place),
            alt: spectrumWords(spectrum),
            from: spectrum.from_mz.toFixed(0),
            to: spectrum.to_mz.toFixed(0),
            ions: spectrum.ions.map((ion) => [
              ionName(ion),
              ion.mz.toFixed(3),
              ion.found ? ion.found.mz.toFixed(3) : 'not found',
              ion.found ? `${ion.found.error_da.toFixed(3)} Da, ${ion.found.error_ppm.toFixed(0)} ppm` : '–',
            ]),
            note: `Dashed: where ions of the formula should appear. File (${spectrum.format === 'mzml' ? 'mzML' : 'CSV'}), SHA-256 ${spectrum.sha256.slice(0, 16)}…, in full in result.json.`,
          },
        ]
      : [],
  );
}

function draw({ from_mz: from, to_mz: to, sticks, ions }: LineSpectrum): string {
  const across = (mz: number) => ((WIDTH * (mz - from)) / (to - from || 1)).toFixed(1);
  const found = new Set(ions.flatMap((ion) => ion.found?.mz ?? []));
  const path = (isFound: boolean) =>
    sticks
      .filter(([mz]) => found.has(mz) === isFound)
      .map(([mz, percent]) => `M${across(mz)} ${HEIGHT}V${(HEIGHT * (1 - percent / 100)).toFixed(1)}`)
      .join('');
  const stroke = (d: string, colour: string, width: number, dashes = '') =>
    d === '' ? '' : `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${dashes}/>`;
  const marks = ions.map(({ mz }) => `M${across(mz)} 0V${HEIGHT}`).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT + 1}">`,
    stroke(`M0 ${HEIGHT}H${WIDTH}`, '#c3cccc', 0.6),
    stroke(marks, '#9aa5a6', 0.5, ' stroke-dasharray="2 2"'),
    stroke(path(false), STICK, 0.6),
    stroke(path(true), FOUND, 1.1),
    '</svg>',
  ].join('');
}
