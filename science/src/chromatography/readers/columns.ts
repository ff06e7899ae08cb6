import { type Channel, type ChannelWish, chooseChannel } from '../channel-choice.ts';
import type { TraceRefusal } from '../file-reading.ts';
import type { TraceWarning } from '../types.ts';
import { unitInHeading } from '../units.ts';
import { wavelengthOfChannel } from '../wavelength.ts';
import { isAbsorbance, isCount, isTime, minutesIn, otherAxis, withoutSignalWord } from './headings.ts';
import {
  at,
  cut,
  decimal,
  isClock,
  isNumber,
  type Line,
  MOST_COLUMNS,
  notNumber,
  type Separator,
  split,
} from './text-table.ts';

/** How many minutes one unit is, for units in a text line about the run. */
const UNITS_OF_RUNS: [words: RegExp, minutes: number][] = [
  [/\bmsec\b|[([]ms[)\]]|^ms$|millisec/i, 1 / 60_000],
  [/\bsec(ond)?s?\b|[([]s[)\]]|^s$/i, 1 / 60],
  [/\bhours?\b|[([]hr?s?[)\]]/i, 60],
];
/** Words in headings of columns about the pump or the oven. */
const OF_NO_SIGNAL = /pressure|temperature|\bflow\b|gradient|\bfraction|\bml\s*\/\s*min\b/i;
/** If so many rows are numbered in sequence, a column only numbers the rows. */
const COUNTED_ROWS = 20;

export type Column = Channel & { place: number };
export type Heading = { line: Line; names: string[] };
/** The text lines from the first numbers on, and the fields of the first one. */
export type Body = { rows: Line[]; separator: Separator; fields: string[] };
export type Columns = {
  time: string;
  timePlace: number;
  /** How many minutes one unit of the times is. */
  perTime: number;
  signal: Column;
  /** Whether the signal is the only one in the file. */
  isOnly: boolean;
  /** The names of the channels that a person can choose. */
  channels: string[];
  warnings: TraceWarning[];
};

/** The unit in the heading of a signal. */
export const unitNamed = (heading: string) =>
  unitInHeading(heading) ?? unitInHeading(withoutSignalWord(heading));

/** Which columns to read; with more than two columns, their headings decide. */
export function columnsIn(body: Body, heading: Heading, wish: ChannelWish): Columns | TraceRefusal {
  return body.fields.length === 2 ? twoColumns(body, heading) : manyColumns(body, heading, wish);
}

function columnOf(names: string[], place: number): Column {
  const name = names[place] ?? '';
  const nm = wavelengthOfChannel(name);
  const unit = unitNamed(name)?.name;
  const isUv = nm !== null || /AU$/i.test(unit ?? '') || (unit === undefined && isAbsorbance(name));
  return { place, name, nm, isUv };
}

const minutesInRun = (words: string) => UNITS_OF_RUNS.find(([pattern]) => pattern.test(words))?.[1] ?? 1;

/** The first of two columns is the time, unless its heading says something else. */
function twoColumns({ rows, separator }: Body, { line, names }: Heading): Columns | TraceRefusal {
  const [time = '', second] = names;
  // A text line about the measurement has a value behind its name.
  const isHeading = second !== undefined && !/^[+-]?\d/.test(second);
  if (isHeading && time === '' && isCounted(rows, separator)) {
    const first = rows[0] ?? line;
    return at(
      first,
      'the first column counts rows and has no heading; export it with a heading that names the time',
    );
  }
  const refusal = isHeading ? refusedAxis(line, time) : undefined;
  if (refusal) return refusal;
  // A text line that is no heading may contain the unit of something else.
  const perTime = isHeading && !/\d/.test(time) ? minutesIn(time) : minutesInRun(time);
  return {
    time,
    timePlace: 0,
    perTime,
    signal: columnOf(names, 1),
    isOnly: true,
    channels: [],
    warnings: [],
  };
}

function refusedAxis(line: Line, heading: string): TraceRefusal | undefined {
  const axis = otherAxis(heading) ?? (isCount(heading) ? 'rows' : undefined);
  if (axis === undefined) return undefined;
  return at(
    line,
    `the heading "${cut(heading)}" counts ${axis}, not time; export the chromatogram with a column of times in minutes or seconds`,
  );
}

function manyColumns(
  { rows, separator, fields }: Body,
  { line, names: named }: Heading,
  wish: ChannelWish,
): Columns | TraceRefusal {
  const first = rows[0] ?? line;
  if (fields.length > MOST_COLUMNS) {
    return at(first, `more than ${MOST_COLUMNS.toLocaleString('en')} columns; keep only time and signal`);
  }
  if (named.length === 0 && fields.length === 4 && fields.every((field) => /^[+-]?\d+$/.test(field))) {
    return at(first, 'commas stand both between columns and in decimals; export with semicolons or tabs');
  }
  // A column that numbers the rows has no heading and comes first.
  const isShifted = named.length === fields.length - 1 && isCounted(rows, separator);
  const names = isShifted ? ['', ...named] : named;
  if (names.length !== fields.length) {
    return at(first, `${fields.length} columns without a heading for each; keep only time and signal`);
  }
  const numbers = fields.flatMap((field, place) => (isNumber(field) ? [columnOf(names, place)] : []));
  const used = numbers.filter(
    ({ name }) => name !== '' && !isCount(name) && !OF_NO_SIGNAL.test(name) && otherAxis(name) === undefined,
  );
  const times = used.filter(({ name }) => isTime(name));
  const [signal, ...others] = used.filter(({ name }) => !isTime(name) && unitNamed(name)?.isSignal !== false);
  if (times.length === 0) {
    const clock = fields.find(isClock);
    if (clock !== undefined) return at(first, notNumber(clock));
    return refusedAxis(line, names[0] ?? '') ?? at(line, 'no heading names a column of times');
  }
  if (!signal) return at(line, 'no heading names a column of signals');
  const { chosen, names: channels, warnings } = chooseChannel([signal, ...others], wish);
  if ([signal, ...others].filter(({ name }) => name === chosen.name).length > 1) {
    return at(line, `several columns are named "${cut(chosen.name)}"; keep one of them`);
  }
  const time = times.findLast(({ place }) => place < chosen.place) ?? times[0];
  return {
    time: time?.name ?? '',
    timePlace: time?.place ?? 0,
    perTime: minutesIn(time?.name ?? ''),
    signal: chosen,
    isOnly: others.length === 0,
    channels,
    warnings,
  };
}

/** Whether the first column counts from 0 or 1 in steps of 1. */
function isCounted(rows: Line[], separator: Separator): boolean {
  const counts = rows.slice(0, COUNTED_ROWS).map(({ text }) => decimal(split(text, separator)[0] ?? ''));
  const [start] = counts;
  return (
    counts.length > 1 &&
    (start === 0 || start === 1) &&
    counts.every((value, place) => value === start + place)
  );
}
