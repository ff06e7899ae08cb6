import { refuseFile, type TraceRefusal } from '../chromatography/file-reading.ts';
import { decodeArray, INTENSITY_ARRAY, type Inflate } from '../chromatography/readers/mzml.ts';
import type { ListedArray, Terms } from '../chromatography/readers/mzml-list.ts';
import { walkXml, XmlError } from '../chromatography/readers/xml.ts';
import type { Points } from './read-spectrum.ts';

const MZ_ARRAY = 'MS:1000514';
const MS_LEVEL = 'MS:1000511';
const MOST_SPECTRA = 5_000;
const MOST_TERMS = 200_000;
/** The most points in all spectra of a file, because a small compressed file can become very large. */
const MOST_POINTS = 2_000_000;

type Listed = { id: string; line: number; length: number | null; level: number; arrays: ListedArray[] };

/** Reads the spectrum of the first MS level with the largest sum of intensities. Throws XmlError. */
export function readSpectrumMzml(bytes: Uint8Array, inflate: Inflate): Points | TraceRefusal {
  const listed = listSpectra(new TextDecoder().decode(bytes));
  if (!listed) return refuseFile('This is an XML file, but no mzML.');
  const whole = listed.filter(({ level }) => level === 1);
  if (whole.length === 0) return refuseFile('This mzML file holds no spectrum of the first MS level.');
  let best: { one: Listed; heights: number[]; sum: number } | undefined;
  let points = 0;
  for (const one of whole) {
    const array = one.arrays.find(({ terms }) => terms.has(INTENSITY_ARRAY));
    if (!array) continue;
    const heights = decodeArray(one, array, inflate);
    if (!Array.isArray(heights)) return heights;
    points += heights.length;
    if (points > MOST_POINTS) return refuseFile('The spectra of this file have more than 2,000,000 points.');
    const sum = heights.reduce((total, height) => total + height, 0);
    if (heights.length > 0 && (!best || sum > best.sum)) best = { one, heights, sum };
  }
  const array = best?.one.arrays.find(({ terms }) => terms.has(MZ_ARRAY));
  if (!best || !array) return refuseFile('This mzML file holds no spectrum with m/z and intensities.');
  const mz = decodeArray(best.one, array, inflate);
  if (!Array.isArray(mz)) return mz;
  if (mz.length !== best.heights.length) {
    return refuseFile(`The spectrum has ${mz.length} m/z but ${best.heights.length} intensities.`);
  }
  return { mz, heights: best.heights };
}

/** The spectra of a document, before their numbers are decoded. */
function listSpectra(text: string): Listed[] | undefined {
  const listed: Listed[] = [];
  const groups = new Map<string, Map<string, string>>();
  let isMzml = false;
  let group: Map<string, string> | undefined;
  let one: Listed | undefined;
  let array: ListedArray | undefined;
  let inBinary = false;
  let terms = 0;
  const keep = (accession: string, value: string, line: number) => {
    terms += 1;
    if (terms > MOST_TERMS) throw new XmlError('the file has too many parameters', line);
    if (group) group.set(accession, value);
    else if (array) (array.terms as Terms).set(accession, { accession: '', name: '' });
    else if (one && accession === MS_LEVEL) one.level = Number(value);
  };
  for (const event of walkXml(text)) {
    if (event.kind === 'text') {
      if (inBinary && array) array.binary += event.text;
      continue;
    }
    const { name } = event;
    if (event.kind === 'end') {
      if (name === 'binary') inBinary = false;
      if (name === 'binaryDataArray') array = undefined;
      if (name === 'spectrum') one = undefined;
      if (name === 'referenceableParamGroup') group = undefined;
      continue;
    }
    const said = (key: string) => event.attributes.get(key) ?? '';
    if (name === 'mzML') isMzml = true;
    if (name === 'referenceableParamGroup') {
      group = new Map();
      groups.set(said('id'), group);
    }
    if (name === 'spectrum') {
      if (listed.length === MOST_SPECTRA) throw new XmlError('the file has too many spectra', event.line);
      const length = Number.parseInt(said('defaultArrayLength'), 10);
      one = {
        id: said('id'),
        line: event.line,
        length: Number.isNaN(length) ? null : length,
        level: 1,
        arrays: [],
      };
      listed.push(one);
    }
    if (name === 'binaryDataArray' && one) {
      array = { terms: new Map(), binary: '' };
      one.arrays.push(array);
      terms += 1;
    }
    inBinary = name === 'binary';
    if (!one && !group) continue;
    if (name === 'cvParam') keep(said('accession'), said('value'), event.line);
    if (name === 'referenceableParamGroupRef') {
      for (const [term, value] of groups.get(said('ref')) ?? []) keep(term, value, event.line);
    }
  }
  return isMzml ? listed : undefined;
}
