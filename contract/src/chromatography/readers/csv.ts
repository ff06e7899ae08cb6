import type { TraceWarning } from '../../chromatograms.ts';
import { acquisitionOf, cleanWords } from '../acquisition.ts';
import { type Channel, type ChannelWish, chooseChannel } from '../channel-choice.ts';
import type { FileReading, TraceRefusal } from '../file-reading.ts';
import { type DetectorUnit, MAU, signalUnit, unitInHeading } from '../units.ts';
import { wavelengthIn, wavelengthOfChannel } from '../wavelength.ts';
import {
  at,
  cut,
  isNumber,
  type Line,
  linesOf,
  MOST_COLUMNS,
  noTrace,
  readRows,
  type Separator,
  split,
} from './text-table.ts';

/** A heading stands at most so many lines above the numbers. */
const MOST_HEADING = 200;
const MOST_WORDS = 4096;
const MOST_CHARACTERS = 500;
/** Minutes in one of the unit that the heading of a column of times names. */
const TIME_UNITS: [heading: RegExp, minutes: number][] = [
  [/\bmsec\b|[([]ms[)\]]|^ms$|millisec/i, 1 / 60_000],
  [/\bsec(ond)?s?\b|[([]s[)\]]|^s$/i, 1 / 60],
  [/\bhours?\b|[([]hr?s?[)\]]/i, 60],
];
const OF_TIMES = /\btime\b|\bminutes?\b|^\W*r\.?t\b|\bx\b|^\W*(min|s|sec|ms)\W*$/i;
/** Columns that count lines or steps, or follow the pump and the oven. */
const OF_NO_SIGNAL =
  /^\W*(#|no\.?|nr\.?|index|point|scan|step)\b|pressure|temperature|\bflow\b|gradient|\bfraction/i;
/** Units in a line of their own, below the names. */
const UNIT_ALONE = /^[([]?(min|s|sec|ms|minutes?|seconds?|[\u00b5um]?AU|[\u00b5um]?V|nm|)[)\]]?$/i;

type Column = Channel & { place: number };
type Heading = { line: Line; names: string[] };

/**
 * Reads a chromatogram from a CSV file: a column of times and one or more of signals, in the units that their headings
 * name, which are minutes and mAU where they name none. Metadata lines, any line ends, tabs, semicolons, commas or blanks
 * between columns, quotes, decimal commas and blank lines are all right.
 *
 * Answers the trace, with warnings worth a look, or why it is none: the line and the reason. Never throws.
 */
export function readChromatogramCsv(text: string, wish: ChannelWish): FileReading {
  const lines = linesOf(text);
  if (!Array.isArray(lines)) return lines;
  const found = firstRow(lines);
  if (!found) return noNumbers(lines);
  const { place, separator, fields } = found;
  const above = lines.slice(Math.max(0, place - MOST_HEADING), place);
  const rows = lines.slice(place);
  const heading = headingOf(above, separator, fields.length);
  const columns = columnsIn(fields, heading, rows[0] ?? heading.line, wish);
  if ('ok' in columns) return columns;
  const { time, signal, isOnly } = columns;
  const unit = unitOf(heading.line, signal.name);
  if ('ok' in unit) return unit;
  const perTime = TIME_UNITS.find(([pattern]) => pattern.test(time))?.[1] ?? 1;
  const warnings = [...columns.warnings, ...unit.warnings];
  if (perTime !== 1) {
    const text = `Line ${heading.line.number}: the heading "${cut(time)}" does not count minutes; the times were converted.`;
    warnings.push({ code: 'unit_converted', text });
  }
  const places = { time: columns.timePlace, signal: signal.place, count: fields.length };
  const reading = readRows(rows, { separator, columns: places, perTime, unit }, warnings);
  if (!reading.ok) return reading;
  const said = acquisitionOf(above.map(({ text }) => namedIn(text)));
  const words = above.map(({ text }) => text).join('\n');
  return {
    ...reading,
    format: 'csv',
    unit: unit.unit,
    wavelengthNm: signal.nm ?? (isOnly ? wavelengthIn(words.slice(0, MOST_WORDS)) : null),
    channel: cleanWords(signal.name),
    channels: columns.channels,
    acquisition: said.acquisition,
    instrument: null,
    vendorPeaks: null,
    warnings: [...reading.warnings, ...said.warnings],
  };
}

/** The first line of numbers, with what stands between its columns. */
function firstRow(lines: Line[]): { place: number; separator: Separator; fields: string[] } | undefined {
  const candidates: Separator[] = ['\t', ';', ',', null];
  // A column of words before the numbers is only looked for where nothing begins with two numbers.
  for (const isRow of [
    (fields: string[]) => fields.slice(0, 2).filter(isNumber).length === 2,
    hasTwoNumbers,
  ]) {
    for (const [place, { text }] of lines.entries()) {
      for (const separator of candidates) {
        const fields = split(text, separator);
        if (isRow(fields)) return { place, separator, fields };
      }
    }
  }
  return undefined;
}

const hasTwoNumbers = (fields: string[]) => fields.length > 2 && fields.filter(isNumber).length >= 2;

/** The names of the columns: the line above the numbers, or the one above it where that line holds their units. */
function headingOf(above: Line[], separator: Separator, count: number): Heading {
  const line = above.at(-1) ?? { number: 1, text: '' };
  const names = split(line.text, separator);
  // Two columns are read under a heading of any shape.
  if (names.length !== count && count > 2) return { line, names: [] };
  const before = above.at(-2);
  const upper = before ? split(before.text, separator) : [];
  const isUnits = line.text !== '' && names.every((name) => UNIT_ALONE.test(name));
  if (!before || !isUnits || upper.length !== count) return { line, names };
  return { line: before, names: upper.map((name, place) => `${name} (${names[place]})`) };
}

type Columns = {
  time: string;
  timePlace: number;
  signal: Column;
  /** Whether the file has no other signal. */
  isOnly: boolean;
  /** Those that can be asked for. */
  channels: string[];
  warnings: TraceWarning[];
};

/** The columns to read, by the headings where there are more than two. */
function columnsIn(
  fields: string[],
  { line, names }: Heading,
  first: Line,
  wish: ChannelWish,
): Columns | TraceRefusal {
  const column = (place: number): Column => {
    const name = names[place] ?? '';
    const nm = wavelengthOfChannel(name);
    return { place, name, nm, isUv: nm !== null || /AU$/.test(unitInHeading(name)?.name ?? '') };
  };
  if (fields.length === 2) {
    return {
      time: names[0] ?? '',
      timePlace: 0,
      signal: column(1),
      isOnly: true,
      channels: [],
      warnings: [],
    };
  }
  if (fields.length > MOST_COLUMNS) {
    return at(first, `more than ${MOST_COLUMNS.toLocaleString('en')} columns; keep only time and signal`);
  }
  if (names.length === 0 && fields.length === 4 && fields.every((field) => /^[+-]?\d+$/.test(field))) {
    return at(first, 'commas stand both between columns and in decimals; export with semicolons or tabs');
  }
  if (names.length === 0) {
    return at(first, `${fields.length} columns without a heading for each; keep only time and signal`);
  }
  const numbers = fields.flatMap((field, place) => (isNumber(field) ? [column(place)] : []));
  const used = numbers.filter(({ name }) => !OF_NO_SIGNAL.test(name));
  const times = used.filter(({ name }) => OF_TIMES.test(name));
  const [firstSignal, ...others] = used.filter(
    ({ name }) => !OF_TIMES.test(name) && unitInHeading(name)?.isSignal !== false,
  );
  if (times.length === 0) return at(line, 'no heading names a column of times');
  if (!firstSignal) return at(line, 'no heading names a column of signals');
  const { chosen, names: channels, warnings } = chooseChannel([firstSignal, ...others], wish);
  if ([firstSignal, ...others].filter(({ name }) => name === chosen.name).length > 1) {
    return at(line, `several columns are named "${cut(chosen.name)}"; keep one of them`);
  }
  const time = times.findLast(({ place }) => place < chosen.place) ?? times[0];
  return {
    time: time?.name ?? '',
    timePlace: time?.place ?? 0,
    signal: chosen,
    isOnly: others.length === 0,
    channels,
    warnings,
  };
}

/** The unit of the signal; refuses one of no detector. */
function unitOf(line: Line, heading: string): (DetectorUnit & { warnings: TraceWarning[] }) | TraceRefusal {
  const named = unitInHeading(heading);
  if (!named) return { ...MAU, warnings: [] };
  const unit = named.isSignal ? signalUnit(named.name) : undefined;
  if (!unit) {
    return at(
      line,
      `the heading "${cut(heading)}" counts ${named.name}; export absorbance or the detector’s voltage`,
    );
  }
  if (unit.perUnit === 1) return unit;
  const text = `Line ${line.number}: the heading "${cut(heading)}" counts ${named.name}; the signal was converted to ${unit.unit}.`;
  return { ...unit, warnings: [...unit.warnings, { code: 'unit_converted', text }] };
}

/** A line of metadata: 'Sample name: MW 2', '"Operator","NN"'. */
function namedIn(text: string): [name: string, value: string] {
  const start = text.slice(0, MOST_CHARACTERS);
  const [, name = '', value = ''] = /^[#"\s]*([^:=,;\t"]{1,60})"?\s*[:=,;\t]\s*"?(.*)$/.exec(start) ?? [];
  return [name, value.replace(/["\s,;]+$/, '')];
}

function noNumbers(lines: Line[]): TraceRefusal {
  const single = lines.find(({ text }) => isNumber(text));
  if (single) return at(single, 'only one column; time and signal are needed');
  const first = lines[0];
  if (!first) return noTrace('the file holds only blank lines');
  return at(first, `"${cut(first.text)}" is not a number, and no other line holds a time and a signal`);
}
