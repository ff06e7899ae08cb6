import type { Acquisition } from './file-reading.ts';
import { holdsClock, holdsDate, isDayFirst, runTimes } from './run-time.ts';
import type { TraceWarning } from './types.ts';

/** Longer than any name in an instrument's file. */
const MOST_CHARACTERS = 200;
/** Longer than any path. */
const MOST_TITLE = 500;

/** Makes a text from a file safe: one line, no control characters, not too long. Null if empty. */
export function cleanWords(words: string | undefined): string | null {
  const plain = (words ?? '')
    .slice(0, 4 * MOST_CHARACTERS)
    .replace(/[\p{Z}\t\r\n]+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
  return [...plain].slice(0, MOST_CHARACTERS).join('').trimEnd() || null;
}

/**
 * The labels of these facts in files, only letters and digits. Within a list, the first label that is found is used.
 */
const NAMES: Record<Exclude<keyof Acquisition, 'injectedAt' | 'readings'>, string[]> = {
  sampleName: ['samplename', 'sample', 'injectionname', 'injection'],
  sampleId: ['sampleid'],
  instrument: ['instrumentname', 'instrument', 'systemname', 'system'],
  method: ['methodfile', 'instrumentmethodname', 'instrumentmethod', 'acqmethod', 'methodname', 'method'],
  operator: ['operatorname', 'operator', 'acquiredby', 'username', 'user'],
  batch: ['batchfile', 'samplesetname', 'sequencename', 'sequence', 'batch'],
};
/** The labels of the injection time, the most exact ones first. */
const TIMES = [
  'injectiondateandtime',
  'injectiondatetime',
  'injectiondate',
  'injectiontime',
  'injecttime',
  'injecteddate',
  'injected',
  'acquired',
  'acquiredon',
  'dateacquired',
  'datetimeacquired',
  'acquisitiondateandtime',
  'acquisitiondatetime',
  'acquisitiondate',
  'acquisitiontime',
  'dataacquisitiontime',
  'dataacquisitiondate',
  'recordingtime',
  'runtime',
  'datetime',
  'date',
  'created',
];
const CLOCKS = ['injectiontime', 'injecttime', 'timeacquired', 'acquisitiontime', 'recordingtime', 'time'];

/** What lines of the form 'name, value' say about the measurement. Folders are removed from paths. */
export function acquisitionOf(lines: readonly (readonly [name: string, value: string])[]): {
  acquisition: Acquisition;
  warnings: TraceWarning[];
} {
  const said = new Map<string, string>();
  for (const [name, value] of lines) {
    const key = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    if (value.trim() !== '' && !said.has(key)) said.set(key, value);
  }
  const first = (names: string[]) => {
    const name = names.find((each) => said.has(each));
    return name === undefined ? '' : (said.get(name) ?? '');
  };
  const base = (words: string) =>
    cleanWords(/^[a-z]:\\|^[\\/]/i.test(words) ? words.split(/[\\/]/).at(-1) : words);
  const { time, warnings } = timeIn(timeOf(said), isDayFirst([...said.values()].join('\n')));
  return {
    acquisition: {
      sampleName: cleanWords(first(NAMES.sampleName)),
      sampleId: cleanWords(first(NAMES.sampleId)),
      ...time,
      instrument: base(first(NAMES.instrument)),
      method: base(first(NAMES.method)),
      operator: cleanWords(first(NAMES.operator)),
      batch: base(first(NAMES.batch)),
    },
    warnings,
  };
}

/** When the file says the injection was. A text that is no time, or has two meanings, adds a warning. */
export function timeIn(
  words: string,
  dayFirst: boolean | null,
): { time: Pick<Acquisition, 'injectedAt' | 'readings'>; warnings: TraceWarning[] } {
  const readings = runTimes(words, dayFirst);
  const [only] = readings;
  if (only !== undefined && readings.length === 1) return { time: { injectedAt: only }, warnings: [] };
  return {
    time: { injectedAt: null, ...(readings.length > 1 && { readings }) },
    warnings: /[\p{L}\p{N}]/u.test(words) ? [timeWarning(words, readings)] : [],
  };
}

/** The title of MassHunter: a folder that ends in '.D', then a time. */
const TITLE = /\.D\s+((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) .{1,30})$/;

/** The time in a title line of MassHunter; undefined for other lines. */
export function timeInTitle(text: string): [name: string, value: string] | undefined {
  const [, time] = TITLE.exec(text.slice(0, MOST_TITLE).trimEnd()) ?? [];
  return time === undefined ? undefined : ['Acquired', time];
}

/** The text in the file that says when the measurement was. Empty without such a text. */
function timeOf(said: ReadonlyMap<string, string>): string {
  const dated = TIMES.map((name) => said.get(name) ?? '').filter(holdsDate);
  const whole = dated.find(holdsClock);
  if (whole !== undefined) return whole;
  const clock = CLOCKS.map((name) => said.get(name) ?? '').find(holdsClock);
  const [date] = dated;
  if (date !== undefined) return clock === undefined ? date : `${date} ${clock}`;
  // This label certainly means the injection, although its value cannot be read.
  return SURE.map((name) => said.get(name) ?? '').find((words) => /\d/.test(words)) ?? '';
}

/** Labels that can mean nothing but the injection time. */
const SURE = TIMES.filter((name) => /inject|acqui/.test(name));

function timeWarning(time: string, readings: readonly string[]): TraceWarning {
  const words = `The time of injection (“${cleanWords(time)}”)`;
  const [one = '', other = ''] = readings.map((each) => each.replace('T', ' '));
  return {
    code: 'injection_time',
    text: readings.length > 1 ? `${words} can be read as ${one} or as ${other}.` : `${words} cannot be read.`,
  };
}
