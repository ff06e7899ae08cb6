import type { Measurement } from '@vialproof/contract/results';
import type { LineSpectrum, TheoreticalIon } from '@vialproof/contract/spectra';
import { ionName, spectrumWords } from '@vialproof/science/spectrometry/spectrum-words';
import { ticks } from './chart.ts';

const WIDTH = 260;
const HEIGHT = 62;
/** Labels of charges closer than this would overlap. */
const LABEL_ROOM = 14;
const STICK = '#5c6566';
const FOUND = '#006465';

/** The texts that the template prints for the mass spectrum of a result's line. */
export type SpectrumWords = {
  analyte: string;
  file: string;
  alt: string;
  /** Numbers below the axis, and labels of ions; places are from 0 to 1. */
  ticks: { at: number; text: string }[];
  charges: { at: number; up: number; text: string }[];
  /** The found ions: name, theoretical m/z, found m/z, error. */
  ions: string[][];
  note: string;
};

const spectrumFile = (place: number) => `spectrum-${place}.svg`;

/** Draws the mass spectrum of each line of a result that has one; the pictures by file name. */
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
            ticks: axisOf(spectrum),
            charges: chargesOf(spectrum),
            ions: spectrum.ions.flatMap(foundRow),
            note: noteOf(spectrum),
          },
        ]
      : [],
  );
}

const share = (mz: number, { from_mz: from, to_mz: to }: LineSpectrum) => (mz - from) / (to - from || 1);

function axisOf(spectrum: LineSpectrum): SpectrumWords['ticks'] {
  const { from_mz: from, to_mz: to } = spectrum;
  return ticks([from, to], 5).map((mz) => ({ at: share(mz, spectrum), text: String(mz) }));
}

/** The labels of charges. Of two that overlap, the higher peak keeps its label. */
function chargesOf(spectrum: LineSpectrum): SpectrumWords['charges'] {
  const found = spectrum.ions.flatMap(({ charge, found: stick }) =>
    stick ? [{ at: share(stick.mz, spectrum), up: stick.percent / 100, text: `${charge}+` }] : [],
  );
  const kept: SpectrumWords['charges'] = [];
  for (const label of found.toSorted((one, other) => other.up - one.up))
    if (kept.every(({ at }) => Math.abs(at - label.at) * WIDTH >= LABEL_ROOM)) kept.push(label);
  return kept;
}

function foundRow(ion: TheoreticalIon): string[][] {
  const { mz, found } = ion;
  if (!found) return [];
  const error = `${found.error_da.toFixed(3)} Da, ${found.error_ppm.toFixed(0)} ppm`;
  return [[ionName(ion), mz.toFixed(3), found.mz.toFixed(3), error]];
}

function noteOf({ ions, format, sha256 }: LineSpectrum): string {
  const missing = ions.filter(({ found }) => !found).map((ion) => `${ionName(ion)} (${ion.mz.toFixed(3)})`);
  return [
    ions.length > 0
      ? 'Dashed: where ions of the formula should appear; above a stick stands the charge of the ion that was found.'
      : 'No ion of the formula lies within this spectrum.',
    ...(missing.length > 0 ? [`Not found: ${missing.join(', ')}.`] : []),
    `File (${format === 'mzml' ? 'mzML' : 'CSV'}), SHA-256 ${sha256.slice(0, 16)}…, in full in result.json.`,
  ].join(' ');
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
