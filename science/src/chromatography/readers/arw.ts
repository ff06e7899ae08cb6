import { acquisitionOf, cleanWords } from '../acquisition.ts';
import { type Channel, type ChannelWish, chooseChannel } from '../channel-choice.ts';
import type { FileReading, TraceReading, TraceRefusal } from '../file-reading.ts';
import { TRACE_LIMITS } from '../trace-limits.ts';
import type { Thousands, TraceWarning } from '../types.ts';
import { type DetectorUnit, inUnit, signalUnit } from '../units.ts';
import { wavelengthOfChannel } from '../wavelength.ts';
import { at, isNumber, type Line, linesOf, MOST_COLUMNS, noTrace, readRows, split } from './text-table.ts';

/** The names of facts in an Empower file; each laboratory chooses them. */
const FACT =
  /^"?(sample ?name|sample ?set|sample ?id|channel|vial|injection|instrument method|date acquired|acq)/i;
const MOST_FACTS = 100;
const MOST_HEADING = 8192;
/** A UV signal is below this value in AU. */
const MOST_AU = 10;
const COUNTS: DetectorUnit = { unit: 'counts', perUnit: 1 };
const AU: DetectorUnit = { unit: 'mAU', perUnit: 1000 };

/** Whether a text comes from Waters Empower (.arw): facts in quotes, then numbers. */
export function isEmpowerText(text: string): boolean {
  const [first = ''] = text
    .slice(0, MOST_HEADING)
    .trim()
    .split(/[\r\n]/, 1);
  const fields = first.trimEnd().split('\t');
  return fields.every((field) => /^"[^"]*"$/.test(field)) && fields.some((field) => FACT.test(field));
}

/** Reads one channel of an Empower text. The file states no unit, and Empower writes absorbance in AU. Never throws. */
export function readEmpower(text: string, wish: ChannelWish): FileReading {
  const lines = linesOf(text);
  if (!Array.isArray(lines)) return lines;
  const facts = lines.slice(0, MOST_FACTS).findIndex(({ text }) => !text.startsWith('"'));
  const data = lines.slice(Math.max(0, facts));
  const [first] = data;
  if (facts < 0 || !first) return noTrace('this Empower file holds no numbers');
  const said = factsOf(lines.slice(0, facts));
  const name = said.find(([fact]) => /^channel/i.test(fact))?.[1] ?? '';
  const plane = first.text.startsWith('Wavelength') ? planeOf(data, wish) : undefined;
  if (plane && 'ok' in plane) return plane;
  const warnings = plane?.warnings ?? [];
  const { thousands } = wish;
  const reading = plane
    ? readRows(
        plane.rows,
        { separator: '\t', columns: plane.columns, perTime: 1, unit: COUNTS, thousands },
        warnings,
      )
    : readChannel(data, first, warnings, thousands);
  if (!reading.ok) return reading;
  const nm = plane?.nm ?? wavelengthOfChannel(name);
  const named = said.find(([fact]) => /\bunits?$/i.test(fact))?.[1] ?? '';
  const unit = unitOf(named, nm !== null && !/ex\W?\d|em\W?\d|fluor/i.test(name), reading.trace.signal_mau);
  if ('ok' in unit) return unit;
  const run = acquisitionOf(said);
  return {
    ...reading,
    trace: {
      minutes: reading.trace.minutes,
      signal_mau: reading.trace.signal_mau.map((value) => inUnit(value, unit)),
    },
    format: 'arw',
    unit: unit.unit,
    wavelengthNm: nm,
    channel: plane ? plane.name : cleanWords(name),
    channels: plane?.names ?? [],
    acquisition: run.acquisition,
    instrument: null,
    vendorPeaks: null,
    warnings: [...reading.warnings, ...unit.warnings, ...run.warnings],
  };
}

/** The facts about the run. Their names are in the line of text above the values, or at the start of the same line. */
function factsOf(lines: Line[]): [name: string, value: string][] {
  const [names = [], values = [], ...others] = lines.map(({ text }) => split(text, '\t'));
  const isBelow = names.length !== 2 || (others.length === 0 && FACT.test(names[1] ?? ''));
  if (isBelow) return names.map((name, place) => [name, values[place] ?? '']);
  return lines.map(({ text }) => {
    const [name = '', value = ''] = split(text, '\t');
    return [name, value];
  });
}

function readChannel(
  data: Line[],
  first: Line,
  warnings: TraceWarning[],
  thousands: Thousands | undefined,
): TraceReading {
  const columns = { time: 0, signal: 1, count: 2 };
  const second = data[1];
  const isTransposed = data.length === 2 && first.text.split('\t', 4).length > 3;
  if (!isTransposed || !second) {
    return readRows(data, { separator: '\t', columns, perTime: 1, unit: COUNTS, thousands }, warnings);
  }
  const [times, signals] = [numbersOf(first), numbersOf(second)];
  if (Math.max(times.length, signals.length) > TRACE_LIMITS.maxPoints) {
    const most = TRACE_LIMITS.maxPoints.toLocaleString('en');
    return at(first, `more than ${most} points`);
  }
  if (times.length !== signals.length) {
    return at(second, `${signals.length} signals stand below ${times.length} times`);
  }
  const rows = times.map((time, place) => ({ number: second.number, text: `${time}\t${signals[place]}` }));
  return readRows(rows, { separator: '\t', columns, perTime: 1, unit: COUNTS, thousands }, warnings);
}

/** The fields of a long line without its name. */
function numbersOf({ text }: Line): string[] {
  const fields = text.split('\t', TRACE_LIMITS.maxPoints + 2);
  return isNumber((fields[0] ?? '').trim()) ? fields : fields.slice(1);
}

type Plane = {
  rows: Line[];
  columns: { time: number; signal: number; count: number };
  nm: number | null;
  name: string;
  names: string[];
  warnings: TraceWarning[];
};

/** The text lines of a photodiode array: one with the wavelengths, then lines with a time and its signals. */
function planeOf(data: Line[], wish: ChannelWish): Plane | TraceRefusal {
  const [heading, below] = data;
  if (!heading) return noTrace('this Empower file holds no numbers');
  const names = split(heading.text, '\t');
  if (names.length > MOST_COLUMNS) {
    return at(heading, `more than ${MOST_COLUMNS.toLocaleString('en')} wavelengths`);
  }
  const channels = names.flatMap((name, place): (Channel & { place: number })[] => {
    const nm = wavelengthOfChannel(name.replace(/[.,]\d+$/, ''));
    return place === 0 || nm === null ? [] : [{ name: `${nm} nm`, nm, isUv: true, place }];
  });
  const [first, ...others] = channels;
  if (!first) return at(heading, 'no wavelengths stand behind "Wavelength"');
  const { chosen, names: askable, warnings } = chooseChannel([first, ...others], wish);
  const rows = data.slice(below?.text.startsWith('Time') ? 2 : 1);
  const columns = { time: 0, signal: chosen.place, count: names.length };
  return { rows, columns, nm: chosen.nm, name: chosen.name, names: askable, warnings };
}

function unitOf(
  name: string,
  isUv: boolean,
  signal: readonly number[],
): (DetectorUnit & { warnings: TraceWarning[] }) | TraceRefusal {
  if (name !== '') {
    return (
      signalUnit(name) ?? noTrace(`the signal counts “${cleanWords(name)}”, which is no detector’s unit`)
    );
  }
  if (!isUv) {
    const text = 'The file names no unit of its signal: its numbers were kept as they stand.';
    return { ...COUNTS, warnings: [{ code: 'unit_unknown', text }] };
  }
  const isAu = signal.every((value) => Math.abs(value) <= MOST_AU);
  const text = isAu
    ? 'The file names no unit; its absorbance was read as AU, as Empower writes it, and converted to mAU.'
    : 'The file names no unit; its absorbance is too large for AU and was read as mAU.';
  return { ...(isAu ? AU : { unit: 'mAU', perUnit: 1 }), warnings: [{ code: 'unit_unknown', text }] };
}
