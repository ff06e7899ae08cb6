import { acquisitionOf, cleanWords, timeInTitle } from '../acquisition.ts';
import type { ChannelWish } from '../channel-choice.ts';
import type { FileReading, TraceRefusal } from '../file-reading.ts';
import { TRACE_LIMITS } from '../trace-limits.ts';
import type { TraceWarning } from '../types.ts';
import { type DetectorUnit, MAU, signalUnit, unitUnknown } from '../units.ts';
import { wavelengthIn } from '../wavelength.ts';
import { type Body, columnsIn, type Heading, unitNamed } from './columns.ts';
import {
  at,
  cut,
  isClock,
  isNumber,
  type Line,
  linesOf,
  noTrace,
  notNumber,
  readRows,
  type Separator,
  split,
} from './text-table.ts';

/** The largest number of lines between heading and numbers. */
const MOST_HEADING = 200;
const MOST_WORDS = 4096;
const MOST_CHARACTERS = 500;
/** A text line that has only units, below the names. */
const UNIT_ALONE = /^[([]?(min|s|sec|ms|minutes?|seconds?|[\u00b5um]?AU|[\u00b5um]?V|nm|)[)\]]?$/i;

const SEPARATORS: Separator[] = ['\t', ';', '|', ',', null];

/**
 * Reads a chromatogram from CSV: a column of times, and one or more of signals. Headings state the units; minutes and
 * mAU are the default. Many separators, decimal commas, quotes and extra lines are accepted.
 *
 * Returns the chromatogram with warnings, or a refusal with the line. Never throws.
 */
export function readChromatogramCsv(text: string, wish: ChannelWish): FileReading {
  const lines = linesOf(text);
  if (!Array.isArray(lines)) return lines;
  const found = firstRow(lines);
  if (!found) return noNumbers(lines);
  const { place, separator, fields } = found;
  const above = lines.slice(Math.max(0, place - MOST_HEADING), place);
  const { rows, below } = withoutSummary(lines.slice(place), separator);
  const heading = headingOf(above, separator, fields.length);
  const body = { rows, separator, fields };
  const columns = columnsIn(body, heading, wish);
  if ('ok' in columns) return columns;
  const { time, signal, isOnly, perTime } = columns;
  const unit = unitOf(heading.line, signal.name);
  if ('ok' in unit) return unit;
  const warnings = [...columns.warnings, ...unit.warnings];
  if (perTime !== 1) {
    const text = `Line ${heading.line.number}: the heading "${cut(time)}" does not count minutes; the times were converted.`;
    warnings.push({ code: 'unit_converted', text });
  }
  const places = { time: columns.timePlace, signal: signal.place, count: fields.length };
  const reading = readRows(
    rows,
    {
      separator,
      columns: places,
      perTime,
      unit,
      thousands: wish.thousands,
    },
    warnings,
  );
  if (!reading.ok) return withRemedy(reading, rows);
  if (unit.isUnknown) {
    reading.warnings.push(unitUnknown('The file names no unit of its signal', reading.trace.signal_mau));
  }
  if (below) reading.warnings.push(below);
  const said = acquisitionOf(above.map(({ text }) => timeInTitle(text) ?? namedIn(text)));
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

/** The first line of numbers, and the separator of its columns. */
function firstRow(lines: Line[]): (Omit<Body, 'rows'> & { place: number }) | undefined {
  // A text column before the numbers is tried only if no line begins with two numbers.
  for (const isRow of [
    (fields: string[]) => fields.slice(0, 2).filter(isNumber).length === 2,
    hasTwoNumbers,
  ]) {
    for (const [place, line] of lines.entries()) {
      for (const separator of SEPARATORS) {
        const fields = split(line.text, separator);
        if (isRow(fields) && !isOfNames(line, lines[place + 1])) return { place, separator, fields };
      }
    }
  }
  return undefined;
}

const hasTwoNumbers = (fields: string[]) => fields.length > 2 && fields.filter(isNumber).length >= 2;

/** Whether the numbers in a text line are names of measurements, as in some ÄKTA files. */
function isOfNames({ text }: Line, next: Line | undefined): boolean {
  return /\S\t *\t *\S/.test(text) && next !== undefined && !split(next.text, '\t').some(isNumber);
}

/** The rows without words that stand below them, and a warning about these. */
function withoutSummary(
  lines: Line[],
  separator: Separator,
): { rows: Line[]; below: TraceWarning | undefined } {
  const last = lines.findLastIndex(({ text }) => /^["'|\s]*[+-]?[.,]?\d/.test(text));
  const first = lines[last + 1];
  const hasWords = first !== undefined && /\p{L}/u.test(split(first.text, separator)[0] ?? '');
  if (!hasWords || last + 1 < TRACE_LIMITS.minPoints) return { rows: lines, below: undefined };
  const count = lines.length - last - 1;
  const text = `From line ${first.number} on, “${cut(first.text)}”, no line begins with a number; ${count === 1 ? 'this line was' : `these ${count} lines were`} left out.`;
  return { rows: lines.slice(0, last + 1), below: { code: 'lines_below', text } };
}

/** Adds to a refusal that below a whole chromatogram another table may begin. */
function withRemedy(refusal: TraceRefusal, rows: Line[]): TraceRefusal {
  const place = rows.findIndex(({ number }) => number === refusal.line);
  const isOfWords = /^["'|\s]*\p{L}/u.test(rows[place]?.text ?? '');
  if (place < TRACE_LIMITS.minPoints || !isOfWords) return refusal;
  const message = refusal.message.replace(/\.$/, '; if another table begins here, remove it.');
  return { ...refusal, message };
}

/** The names of the columns, in the text line above the numbers, or above the units. */
function headingOf(above: Line[], separator: Separator, count: number): Heading {
  const line = above.at(-1) ?? { number: 1, text: '' };
  const names = split(line.text, separator);
  // With more than two columns, one without a name may only number the rows.
  if (names.length !== count && names.length !== count - 1 && count > 2) return { line, names: [] };
  const before = above.at(-2);
  const upper = before ? split(before.text, separator) : [];
  const isUnits = line.text !== '' && names.every((name) => UNIT_ALONE.test(name));
  if (!before || !isUnits || upper.length !== count) return { line, names };
  return { line: before, names: upper.map((name, place) => `${name} (${names[place]})`) };
}

/** The unit of the signal; units that no detector has are refused. */
function unitOf(
  line: Line,
  heading: string,
): (DetectorUnit & { warnings: TraceWarning[]; isUnknown?: boolean }) | TraceRefusal {
  const named = unitNamed(heading);
  if (!named) return { ...MAU, warnings: [], isUnknown: true };
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

/** A text line about the run: 'Sample name: MW 2', '"Operator","NN"'. */
function namedIn(text: string): [name: string, value: string] {
  const start = text.slice(0, MOST_CHARACTERS);
  const [, name = '', value = ''] = /^[#"\s]*([^:=,;\t"]{1,60})"?\s*[:=,;\t]\s*"?(.*)$/.exec(start) ?? [];
  return /[\p{L}\p{N}]/u.test(name) ? [name, value.replace(/["\s,;]+$/, '')] : ['', ''];
}

function noNumbers(lines: Line[]): TraceRefusal {
  const single = lines.find(({ text }) => isNumber(text));
  if (single) return at(single, 'only one column; time and signal are needed');
  for (const line of lines) {
    const fields = SEPARATORS.map((separator) => split(line.text, separator));
    const [clock = ''] =
      fields.find(([time = '', ...others]) => isClock(time) && others.some(isNumber)) ?? [];
    if (clock !== '') return at(line, notNumber(clock));
  }
  const first = lines[0];
  if (!first) return noTrace('the file holds only blank lines');
  return at(first, `"${cut(first.text)}" is not a number, and no other line holds a time and a signal`);
}
