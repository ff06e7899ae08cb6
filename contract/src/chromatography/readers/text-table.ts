import type { TraceWarning } from '../../chromatograms.ts';
import type { TraceReading, TraceRefusal } from '../file-reading.ts';
import { judgeTrace, leftOut } from '../judge-trace.ts';
import { TRACE_LIMITS } from '../trace-limits.ts';
import { type DetectorUnit, inUnit } from '../units.ts';

export type Line = { number: number; text: string };
/** What a column ends with in this file; null stands for any run of blanks. */
export type Separator = '\t' | ';' | ',' | null;

/** Room for the most points and a long heading; a bound on memory whatever is sent. */
const MAX_LINES = TRACE_LIMITS.maxPoints + 10_000;
/** A photodiode array has some hundred wavelengths. */
export const MOST_COLUMNS = 1000;
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/** The lines that hold anything, numbered as in the file; refuses too many. */
export function linesOf(text: string): Line[] | TraceRefusal {
  const lines: Line[] = [];
  let number = 0;
  let from = 0;
  while (from <= text.length) {
    let to = from;
    while (to < text.length && text[to] !== '\n' && text[to] !== '\r') to++;
    number += 1;
    const content = text.slice(from, to).trim();
    if (content !== '' && !/^sep=.$/i.test(content)) lines.push({ number, text: content });
    if (lines.length > MAX_LINES) return noTrace(`more than ${MAX_LINES.toLocaleString('en')} lines`);
    from = to + (text.startsWith('\r\n', to) ? 2 : 1);
  }
  return lines;
}

export const isNumber = (field: string) => NUMBER.test(field);

/** The number that a single field says, with a decimal comma or point; null for none. */
export function decimal(field: string): number | null {
  const value = isNumber(field) ? Number(field.replace(',', '.')) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** The fields of a line, without quotes. */
export function split(text: string, separator: Separator): string[] {
  return cells(text, separator).map(plain);
}

function cells(text: string, separator: Separator): string[] {
  const fields = text.split(separator ?? /\s+/, MOST_COLUMNS + 1);
  // A separator at the end of each line is a habit of some software, not a third column.
  while (fields.length > 2 && fields.at(-1)?.trim() === '') fields.pop();
  return fields;
}

const plain = (field: string) =>
  field
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/** Where the numbers of a trace stand, and what they count. */
export type Table = {
  separator: Separator;
  columns: { time: number; signal: number; count: number };
  /** Minutes in one of the file's. */
  perTime: number;
  unit: DetectorUnit;
};

/**
 * Reads a trace from lines of numbers, in order of time. The first number with a decimal comma or a decimal point
 * decides for all. `n.a.` in the place of a signal is no point.
 */
export function readRows(lines: Line[], table: Table, warnings: TraceWarning[]): TraceReading {
  const { columns, separator, perTime, unit } = table;
  const minutes: number[] = [];
  const signal: number[] = [];
  let mark: string | undefined;
  let [early, absent] = [0, 0];
  let before: { time: number; field: string } | undefined;
  for (const line of lines) {
    const row = rowOf(line, separator, columns);
    if (!Array.isArray(row)) return row;
    if (/^n\.?\s?a\.?$/i.test(row[1])) {
      absent += 1;
      continue;
    }
    for (const field of row) {
      const own = /[.,]/.exec(field)?.[0];
      if (own && mark && own !== mark) {
        return at(
          line,
          `"${cut(field)}" has a decimal ${own === ',' ? 'comma' : 'point'}, the lines before do not`,
        );
      }
      mark ??= own;
    }
    const [time, value] = [decimal(row[0]), decimal(row[1])];
    if (time === null) return at(line, `"${cut(row[0])}" is too large a number`);
    if (value === null || Math.abs(value) > 1e9) return at(line, `"${cut(row[1])}" is beyond any detector`);
    if (before && time <= before.time) {
      const what = time === before.time ? 'repeats' : `comes after ${before.field}`;
      return at(line, `time ${cut(row[0])} ${what}; times must increase`);
    }
    if (time * perTime > TRACE_LIMITS.maxMinutes) {
      const doubt = perTime === 1 ? '; is it in seconds?' : '';
      return at(line, `time ${cut(row[0])} is beyond ${TRACE_LIMITS.maxMinutes} minutes${doubt}`);
    }
    if (minutes.length === TRACE_LIMITS.maxPoints) {
      return at(line, `more than ${TRACE_LIMITS.maxPoints.toLocaleString('en')} points`);
    }
    before = { time, field: cut(row[0]) };
    if (time < 0) early += 1;
    else {
      minutes.push(perTime === 1 ? time : Math.round(time * perTime * 1e9) / 1e9);
      signal.push(inUnit(value, unit));
    }
  }
  if (early > 0) warnings.push(leftOut(early));
  if (absent > 0) {
    warnings.push({ code: 'missing_values', text: `${absent} points have no signal and were left out.` });
  }
  return judgeTrace({ minutes, signal_mau: signal }, warnings);
}

function rowOf(
  line: Line,
  separator: Separator,
  columns: Table['columns'],
): [time: string, signal: string] | TraceRefusal {
  const fields = cells(line.text, separator);
  if (fields.length === 1) return at(line, 'only one column; time and signal are needed');
  if (fields.length > MOST_COLUMNS) {
    return at(line, `more than ${MOST_COLUMNS.toLocaleString('en')} columns; keep only time and signal`);
  }
  if (fields.length > columns.count) {
    return at(line, `${fields.length} columns; ${columns.count} are expected`);
  }
  const [time, signal] = [plain(fields[columns.time] ?? ''), plain(fields[columns.signal] ?? '')];
  if (time === '') return at(line, 'the time is missing');
  if (signal === '') return at(line, 'the signal is missing');
  const wrong = [time, signal].find(
    (field) => !isNumber(field) && !(field === signal && /^n\.?\s?a\.?$/i.test(field)),
  );
  if (wrong !== undefined) return at(line, `"${cut(wrong)}" is not a number`);
  return [time, signal];
}

/** Refuses a file at a line of it. */
export function at(line: Line, reason: string): TraceRefusal {
  return {
    ok: false,
    line: line.number,
    message: `Line ${line.number}: ${reason}${reason.endsWith('?') ? '' : '.'}`,
  };
}

export function noTrace(reason: string): TraceRefusal {
  return { ok: false, line: null, message: `Not a chromatogram: ${reason}.` };
}

/** Words of a file as they stand in a sentence. */
export function cut(text: string): string {
  const printable = text.replace(/\p{C}/gu, '\ufffd');
  return printable.length > 40 ? `${printable.slice(0, 39)}…` : printable;
}
