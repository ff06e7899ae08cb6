import type { SignalUnit } from '@vialproof/contract/results';
import type { TraceReading, TraceRefusal } from '../rules/file-reading.ts';
import { judgeTrace } from '../rules/judge-trace.ts';
import { decodeText } from '../rules/text-encoding.ts';
import { TRACE_LIMITS } from '../rules/trace-limits.ts';
import { type DetectorUnit, inUnit, unitInHeading } from '../rules/units.ts';

/** A trace with what its signal counts. */
type CsvReading = (Extract<TraceReading, { ok: true }> & { unit: SignalUnit }) | TraceRefusal;

type Line = { number: number; text: string };
/** What a column ends with in this file; null stands for any run of blanks. */
type Separator = '\t' | ';' | ',' | null;

/** Room for the most points and a long heading; a bound on memory whatever is sent. */
const MAX_LINES = TRACE_LIMITS.maxPoints + 10_000;
/** A line is taken apart to so many columns: two are read, and more are only counted to say so. */
const MOST_COLUMNS = 100;
/** What a signal counts whose heading names nothing. */
const MAU: DetectorUnit = { unit: 'mAU', perUnit: 1 };
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Reads a chromatogram from a CSV file: two columns, time in minutes and signal in the unit that the heading names, which
 * is mAU where it names none. AU become mAU, V become mV. Heading and metadata lines, byte order mark, any line ends, tabs, semicolons, commas or blanks between columns, quotes, decimal commas and
 * blank lines are all right.
 *
 * Answers the trace, with warnings worth a look, or why it is none: the line and the reason. Never throws.
 */
export function readChromatogramCsv(bytes: Uint8Array): CsvReading {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  const lines = linesOf(decoded.text);
  if (!lines) return whole(`more than ${MAX_LINES.toLocaleString('en')} lines`);
  const first = lines.findIndex((line) => separatorOf(line.text) !== undefined);
  const start = lines[first];
  if (!start) return noNumbers(lines);
  const separator = separatorOf(start.text) ?? null;
  const heading = lines[first - 1];
  const warnings: string[] = [];
  const unit = heading ? readHeading(heading, separator, warnings) : MAU;
  if ('ok' in unit) return unit;
  const reading = readRows(lines.slice(first), separator, unit, warnings);
  return reading.ok ? { ...reading, unit: unit.unit } : reading;
}

function readRows(lines: Line[], separator: Separator, unit: DetectorUnit, warnings: string[]): TraceReading {
  const minutes: number[] = [];
  const signal: number[] = [];
  let mark: string | undefined;
  let early = 0;
  for (const line of lines) {
    const fields = split(line.text, separator);
    if (fields.length === 4 && separator === ',' && fields.every((field) => /^[+-]?\d+$/.test(field))) {
      return at(line, 'commas stand both between columns and in decimals; export with semicolons or tabs');
    }
    if (fields.length === 1) return at(line, 'only one column; time and signal are needed');
    if (fields.length > 2) {
      const more = fields.length === MOST_COLUMNS ? ' or more' : '';
      return at(line, `${fields.length}${more} columns; keep only time and signal`);
    }
    for (const field of fields) {
      if (field === '') return at(line, `the ${field === fields[0] ? 'time' : 'signal'} is missing`);
      if (!NUMBER.test(field)) return at(line, `"${cut(field)}" is not a number`);
      const own = /[.,]/.exec(field)?.[0];
      if (own && mark && own !== mark) {
        return at(
          line,
          `"${cut(field)}" has a decimal ${own === ',' ? 'comma' : 'point'}, the lines before do not`,
        );
      }
      mark ??= own;
    }
    const time = Number((fields[0] ?? '').replace(',', '.'));
    const value = Number((fields[1] ?? '').replace(',', '.'));
    if (!Number.isFinite(time)) return at(line, `"${cut(fields[0] ?? '')}" is too large a number`);
    if (!(Math.abs(value) <= 1e9)) return at(line, `"${cut(fields[1] ?? '')}" is beyond any detector`);
    const before = minutes.at(-1);
    if (before !== undefined && time <= before) {
      return at(
        line,
        `time ${time} ${time === before ? 'repeats' : `comes after ${before}`}; times must increase`,
      );
    }
    if (time > TRACE_LIMITS.maxMinutes) {
      return at(line, `time ${time} is beyond ${TRACE_LIMITS.maxMinutes} minutes; is it in seconds?`);
    }
    if (minutes.length === TRACE_LIMITS.maxPoints) {
      return at(line, `more than ${TRACE_LIMITS.maxPoints.toLocaleString('en')} points`);
    }
    if (time < 0) early += 1;
    else {
      minutes.push(time);
      signal.push(inUnit(value, unit));
    }
  }
  if (early > 0) warnings.push(`${early} points before the injection (negative times) were left out.`);
  return judgeTrace({ minutes, signal_mau: signal }, warnings);
}

/** The lines that hold anything, numbered as in the file; undefined when there are too many. */
function linesOf(text: string): Line[] | undefined {
  const lines: Line[] = [];
  let number = 0;
  let from = 0;
  while (from <= text.length) {
    let to = from;
    while (to < text.length && text[to] !== '\n' && text[to] !== '\r') to++;
    number += 1;
    const content = text.slice(from, to).trim();
    if (content !== '' && !/^sep=.$/i.test(content)) lines.push({ number, text: content });
    if (lines.length > MAX_LINES) return undefined;
    from = to + (text.startsWith('\r\n', to) ? 2 : 1);
  }
  return lines;
}

/** The first separator that makes two or more numbers of a line; undefined for a line that is no data. */
function separatorOf(text: string): Separator | undefined {
  const candidates: Separator[] = ['\t', ';', ',', null];
  return candidates.find((separator) => {
    const fields = split(text, separator);
    return fields.length >= 2 && NUMBER.test(fields[0] ?? '') && NUMBER.test(fields[1] ?? '');
  });
}

function split(text: string, separator: Separator): string[] {
  const fields = text.split(separator ?? /\s+/, MOST_COLUMNS).map((field) =>
    field
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
  // A separator at the end of each line is a habit of some software, not a third column.
  while (fields.length > 2 && fields.at(-1) === '') fields.pop();
  return fields;
}

/** The unit of the signal; refuses one that is none of ours, and times that are no minutes. */
function readHeading(line: Line, separator: Separator, warnings: string[]): DetectorUnit | TraceRefusal {
  const [time = '', signal = ''] = split(line.text, separator);
  if (/\bsec(ond)?s?\b|[([]s[)\]]/i.test(time)) {
    return at(line, `the heading "${cut(time)}" counts in seconds; export the time in minutes`);
  }
  const found = unitInHeading(signal);
  if (!found) return MAU;
  if ('other' in found) {
    return at(
      line,
      `the heading "${cut(signal)}" counts ${found.other}; export absorbance or the detector’s voltage`,
    );
  }
  const { name, of } = found;
  if (of.perUnit !== 1) {
    warnings.push(
      `Line ${line.number}: the heading "${cut(signal)}" counts ${name}; the signal was converted to ${of.unit}.`,
    );
  }
  return of;
}

function noNumbers(lines: Line[]): TraceRefusal {
  const single = lines.find((line) => NUMBER.test(line.text));
  if (single) return at(single, 'only one column; time and signal are needed');
  const first = lines[0];
  if (!first) return whole('the file holds only blank lines');
  return at(first, `"${cut(first.text)}" is not a number, and no other line holds a time and a signal`);
}

function at(line: Line, reason: string): TraceRefusal {
  return { ok: false, line: line.number, message: `Line ${line.number}: ${reason}.` };
}

function whole(reason: string): TraceRefusal {
  return { ok: false, line: null, message: `Not a chromatogram: ${reason}.` };
}

function cut(text: string): string {
  const printable = text.replace(/\p{C}/gu, '\ufffd');
  return printable.length > 40 ? `${printable.slice(0, 39)}…` : printable;
}
