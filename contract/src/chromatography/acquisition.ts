import type { TraceWarning } from '../chromatograms.ts';
import type { Acquisition } from './file-reading.ts';
import { isDayFirst, runTime } from './run-time.ts';

/** Names are longer in no instrument's file. */
const MOST_CHARACTERS = 200;

/** Words of a file as they may be kept and shown: on one line, without control characters, bounded; null for none. */
export function cleanWords(words: string | undefined): string | null {
  const plain = (words ?? '')
    .slice(0, 4 * MOST_CHARACTERS)
    .replace(/[\p{Z}\t\r\n]+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
  return [...plain].slice(0, MOST_CHARACTERS).join('').trimEnd() || null;
}

/** What instruments' software calls these facts, letters and digits alone; the first of a list that a file has counts. */
const NAMES: Record<Exclude<keyof Acquisition, 'injectedAt'>, string[]> = {
  sampleName: ['samplename', 'sample'],
  sampleId: ['sampleid'],
  instrument: ['instrumentname', 'instrument', 'systemname', 'system'],
  method: ['methodfile', 'instrumentmethodname', 'instrumentmethod', 'acqmethod', 'methodname', 'method'],
  operator: ['operatorname', 'operator', 'acquiredby', 'username', 'user'],
  batch: ['batchfile', 'samplesetname', 'sequencename', 'sequence', 'batch'],
};
const TIMES = ['acquired', 'dateacquired', 'acquisitiondate', 'injectiondate', 'injected'];
const CLOCKS = ['injectiontime', 'timeacquired', 'acquisitiontime'];

/** What the lines 'name, value' of a text say of the run, its paths without their folders. */
export function acquisitionOf(lines: readonly (readonly [name: string, value: string])[]): {
  acquisition: Acquisition;
  warnings: TraceWarning[];
} {
  const said = new Map<string, string>();
  for (const [name, value] of lines) {
    const key = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    if (value.trim() !== '' && !said.has(key)) said.set(key, value);
  }
  const first = (names: string[]) => said.get(names.find((name) => said.has(name)) ?? '') ?? '';
  const base = (words: string) =>
    cleanWords(/^[a-z]:\\|^[\\/]/i.test(words) ? words.split(/[\\/]/).at(-1) : words);
  const date = first(TIMES);
  const time = /\d:\d\d/.test(date) ? date : `${date} ${first(CLOCKS)}`;
  const injectedAt = runTime(time, isDayFirst([...said.values()].join('\n')));
  return {
    acquisition: {
      sampleName: cleanWords(first(NAMES.sampleName)),
      sampleId: cleanWords(first(NAMES.sampleId)),
      injectedAt,
      instrument: base(first(NAMES.instrument)),
      method: base(first(NAMES.method)),
      operator: cleanWords(first(NAMES.operator)),
      batch: base(first(NAMES.batch)),
    },
    warnings:
      time.trim() !== '' && injectedAt === null
        ? [
            {
              code: 'injection_time',
              text: `The time of injection (“${cleanWords(time)}”) can be read in more ways than one, or in none; it was left out.`,
            },
          ]
        : [],
  };
}
