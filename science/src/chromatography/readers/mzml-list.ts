import { walkXml, XmlError, type XmlEvent } from './xml.ts';

/** How many chromatograms, arrays, groups and terms a file may have together. */
const MOST_PARTS = 50_000;
const MOST_TERMS = 200_000;

/** Terms of the vocabulary by their ids, each with its unit. */
export type Terms = Map<string, { accession: string; name: string }>;
export type ListedArray = { terms: Terms; binary: string };
/** A chromatogram in the file, before its numbers are decoded. */
export type ListedChromatogram = {
  id: string;
  line: number;
  /** The number of points that the file declares. */
  length: number | null;
  terms: Terms;
  arrays: ListedArray[];
};

/** What the document says about the measurement. Empty where it says nothing. */
type Run = { sampleName: string; sampleId: string; startedAt: string; instrument: string; operator: string };
export type Listed = { chromatograms: ListedChromatogram[]; run: Run };

const CONTACT_NAME = 'MS:1000586';

/** Finds the chromatograms of an mzML text, and facts about the run; undefined if it is no mzML. Throws XmlError. */
export function listChromatograms(text: string): Listed | undefined {
  const listed: ListedChromatogram[] = [];
  const { run, note } = runNotes();
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
    if (event.kind === 'start') {
      note(event);
      start(event);
    } else if (event.kind === 'text') {
      if (inBinary && array) array.binary += event.text;
    } else {
      if (event.name === 'binary') inBinary = false;
      if (event.name === 'binaryDataArray') array = undefined;
      if (event.name === 'chromatogram') one = undefined;
      if (event.name === 'referenceableParamGroup') group = undefined;
    }
  }
  return isMzml ? { chromatograms: listed, run } : undefined;
}

/** Collects facts about the run from the tags of a document; of each kind the first one is taken. */
function runNotes(): { run: Run; note: (event: XmlEvent & { kind: 'start' }) => void } {
  const run: Run = { sampleName: '', sampleId: '', startedAt: '', instrument: '', operator: '' };
  /** The first name in each parameter group, by its id. */
  const groups = new Map<string, string>();
  let group: string | undefined;
  let isInInstrument = false;
  const note = ({ name, attributes }: XmlEvent & { kind: 'start' }) => {
    const said = (key: string) => attributes.get(key) ?? '';
    if (name === 'referenceableParamGroup') group = said('id');
    if (name === 'instrumentConfiguration') isInInstrument = true;
    if (name === 'run') {
      run.startedAt ||= said('startTimeStamp');
      isInInstrument = false;
    }
    if (name === 'sampleList' || name === 'softwareList') isInInstrument = false;
    if (name === 'sample' && run.sampleName === '' && run.sampleId === '') {
      run.sampleName = said('name');
      run.sampleId = said('id');
    }
    if (name === 'cvParam' && said('accession') === CONTACT_NAME) run.operator ||= said('value');
    if (isInInstrument && name === 'cvParam') run.instrument ||= said('name');
    if (isInInstrument && name === 'referenceableParamGroupRef') {
      run.instrument ||= groups.get(said('ref')) ?? '';
    }
    if (name === 'cvParam' && group !== undefined && !groups.has(group)) groups.set(group, said('name'));
    if (name === 'instrumentConfigurationList' || name === 'mzML' || name === 'run') group = undefined;
  };
  return { run, note };
}
