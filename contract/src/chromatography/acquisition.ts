import type { TraceWarning } from '../chromatograms.ts';
import type { Acquisition } from './file-reading.ts';
import { holdsClock, holdsDate, isDayFirst, runTimes } from './run-time.ts';

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
const NAMES: Record<Exclude<keyof Acquisition, 'injectedAt' | 'readings'>, string[]> = {
  sampleName: ['samplename', 'sample', 'injectionname', 'injection'],
  sampleId: ['sampleid'],
  instrument: ['instrumentname', 'instrument', 'systemname', 'system'],
  method: ['methodfile', 'instrumentmethodname', 'instrumentmethod', 'acqmethod', 'methodname', 'method'],
  operator: ['operatorname', 'operator', 'acquiredby', 'username', 'user'],
  batch: ['batchfile', 'samplesetname', 'sequencename', 'sequence', 'batch'],
};
/** What they call the time of injection, in one line or the date apart from the time of day; surer names first. */
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
  const first = (names: string[]) => {
    const name = names.find((each) => said.has(each));
    return name === undefined ? '' : (said.get(name) ?? '');
  };
  const base = (words: string) =>
    cleanWords(/^[a-z]:\\|^[\\/]/i.test(words) ? words.split(/[\\/]/).at(-1) : words);
  const time = timeOf(said);
  const readings = runTimes(time, isDayFirst([...said.values()].join('\n')));
  const injectedAt = readings.length === 1 ? (readings[0] ?? null) : null;
  return {
    acquisition: {
      sampleName: cleanWords(first(NAMES.sampleName)),
      sampleId: cleanWords(first(NAMES.sampleId)),
      injectedAt,
      ...(readings.length > 1 && { readings }),
      instrument: base(first(NAMES.instrument)),
      method: base(first(NAMES.method)),
      operator: cleanWords(first(NAMES.operator)),
      batch: base(first(NAMES.batch)),
    },
    warnings: time.trim() !== '' && injectedAt === null ? [timeWarning(time, readings)] : [],
  };
}

/** The words of a file that tell when the run was; empty where none do. */
function timeOf(said: ReadonlyMap<string, string>): string {
  const dated = TIMES.map((name) => said.get(name) ?? '').filter(holdsDate);
  const whole = dated.find(holdsClock);
  if (whole !== undefined) return whole;
  const clock = CLOCKS.map((name) => said.get(name) ?? '').find(holdsClock);
  const [date] = dated;
  if (date !== undefined) return clock === undefined ? date : `${date} ${clock}`;
  // A label that is surely of the injection, in words that nobody can read.
  return SURE.map((name) => said.get(name) ?? '').find((words) => /\d/.test(words)) ?? '';
}

/** Names of the time of injection that mean nothing else. */
const SURE = TIMES.filter((name) => /inject|acqui/.test(name));

function timeWarning(time: string, readings: readonly string[]): TraceWarning {
  const words = `The time of injection (“${cleanWords(time)}”)`;
  const [one = '', other = ''] = readings.map((each) => each.replace('T', ' '));
  return {
    code: 'injection_time',
    text:
      readings.length > 1
        ? `${words} can be read as ${one} or as ${other}; it was left out.`
        : `${words} cannot be read; it was left out.`,
  };
}
