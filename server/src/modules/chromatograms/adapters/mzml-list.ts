import { walkXml, XmlError, type XmlEvent } from './xml.ts';

/** What is read of one file: chromatograms, arrays and groups, and their terms, those that a reference adds included. */
const MOST_PARTS = 50_000;
const MOST_TERMS = 200_000;

/** Terms of the vocabulary by accession, each with the unit that it states. */
export type Terms = Map<string, { accession: string; name: string }>;
export type ListedArray = { terms: Terms; binary: string };
/** A chromatogram as it stands in the file, its numbers still packed. */
export type ListedChromatogram = {
  id: string;
  line: number;
  /** How many points it says to have. */
  length: number | null;
  terms: Terms;
  arrays: ListedArray[];
};

/**
 * The chromatograms of an mzML document; undefined when it is none. Throws XmlError, also for more of them than an
 * instrument writes.
 */
export function listChromatograms(text: string): ListedChromatogram[] | undefined {
  const listed: ListedChromatogram[] = [];
  const groups = new Map<string, Terms>();
  let isMzml = false;
  let group: Terms | undefined;
  let one: ListedChromatogram | undefined;
  let array: ListedArray | undefined;
  let inBinary = false;
  let parts = 0;
  let terms = 0;

  const countPart = (line: number) => {
    parts += 1;
    if (parts > MOST_PARTS) throw new XmlError('the file has too many chromatograms or groups', line);
  };
  const keep = (
    kept: Terms | undefined,
    term: string,
    unit: { accession: string; name: string },
    line: number,
  ) => {
    terms += 1;
    if (terms > MOST_TERMS) throw new XmlError('the file has too many parameters', line);
    kept?.set(term, unit);
  };
  const start = ({ name, attributes, line }: XmlEvent & { kind: 'start' }) => {
    const said = (key: string) => attributes.get(key) ?? '';
    if (name === 'mzML') isMzml = true;
    if (name === 'referenceableParamGroup') {
      countPart(line);
      group = new Map();
      groups.set(said('id'), group);
    }
    if (name === 'chromatogram') {
      countPart(line);
      const length = Number.parseInt(said('defaultArrayLength'), 10);
      one = {
        id: said('id'),
        line,
        length: Number.isNaN(length) ? null : length,
        terms: new Map(),
        arrays: [],
      };
      listed.push(one);
    }
    if (!one && !group) return;
    if (name === 'binaryDataArray' && one) {
      countPart(line);
      array = { terms: new Map(), binary: '' };
      one.arrays.push(array);
    }
    inBinary = name === 'binary';
    const kept = group ?? array?.terms ?? one?.terms;
    if (name === 'cvParam') {
      keep(kept, said('accession'), { accession: said('unitAccession'), name: said('unitName') }, line);
    }
    if (name === 'referenceableParamGroupRef') {
      for (const [term, unit] of groups.get(said('ref')) ?? []) keep(kept, term, unit, line);
    }
  };

  for (const event of walkXml(text)) {
    if (event.kind === 'start') start(event);
    else if (event.kind === 'text') {
      if (inBinary && array) array.binary += event.text;
    } else {
      if (event.name === 'binary') inBinary = false;
      if (event.name === 'binaryDataArray') array = undefined;
      if (event.name === 'chromatogram') one = undefined;
      if (event.name === 'referenceableParamGroup') group = undefined;
    }
  }
  return isMzml ? listed : undefined;
}
