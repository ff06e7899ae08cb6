import type { TraceReading, TraceRefusal } from '../file-reading.ts';
import { judgeTrace, leftOut } from '../judge-trace.ts';
import { TRACE_LIMITS } from '../trace-limits.ts';
import type { Thousands, TraceWarning } from '../types.ts';
import { type DetectorUnit, inUnit } from '../units.ts';
import { type Groups, groupsOf, isGrouped, type Row, withoutBlanks, withoutMarks } from './digit-groups.ts';

export type Line = {
  number: number;
  /** The text line without spaces and tabs at its ends. */
  text: string;
  /** How many tabs the text line begins with. Undefined: none. */
  tabs?: number;
};
/** The sign between columns. Null: spaces. */
export type Separator = '\t' | ';' | '|' | ',' | null;

/** Enough lines for the longest chromatogram; limits the memory. */
const MAX_LINES = TRACE_LIMITS.maxPoints + 10_000;
/** A photodiode array has a few hundred wavelengths. */
export const MOST_COLUMNS = 1000;
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/** The text lines that are not empty, with their numbers in the file. Refuses too many lines. */
export function linesOf(text: string): Line[] | TraceRefusal {
  const lines: Line[] = [];
  let number = 0;
  let from = 0;
  while (from <= text.length) {
    let to = from;
    while (to < text.length && text[to] !== '\n' && text[to] !== '\r') to++;
    number += 1;
    const whole = text.slice(from, to);
    const content = whole.trim();
    const tabs = whole.startsWith(content) ? 0 : tabsBefore(whole);
    if (content !== '' && !/^sep=.$/i.test(content)) {
      lines.push(tabs > 0 ? { number, text: content, tabs } : { number, text: content });
    }
    if (lines.length > MAX_LINES) return noTrace(`more than ${MAX_LINES.toLocaleString('en')} lines`);
    from = to + (text.startsWith('\r\n', to) ? 2 : 1);
  }
  return lines;
}

const tabsBefore = (text: string) =>
  text.slice(0, text.length - text.trimStart().length).split('\t').length - 1;

export const isNumber = (field: string) => NUMBER.test(field) || isGrouped(field);

/** The number in a single field, with a decimal comma or a decimal point; null if the field is not a number. */
export function decimal(field: string): number | null {
  const value = isNumber(field) ? Number(withoutMarks(field, '').replace(',', '.')) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** The fields of a text line, without quotes. */
export function split(text: string, separator: Separator): string[] {
  return cells(text, separator).map(plain);
}

function cells(text: string, separator: Separator): string[] {
  const inner = separator === '|' ? text.replace(/^\|/, '') : text;
  const parts = inner.split(separator ?? /\s+/, MOST_COLUMNS + 1);
  const fields = separator !== null && text.includes('"') ? quoted(parts, separator) : parts;
  // Some programs also write the separator after the last column. Then the last part is empty.
  while (fields.length > 2 && fields.at(-1)?.trim() === '') fields.pop();
  return fields;
}

/** The parts of a text line; a separator within quotes does not split. */
function quoted(parts: string[], separator: string): string[] {
  const fields: string[] = [];
  let open: string[] = [];
  for (const part of parts) {
    const isClosed = part.trimEnd().endsWith('"') && part.trim() !== '"';
    if (open.length === 0 && (isClosed || !part.trimStart().startsWith('"'))) {
      fields.push(part);
      continue;
    }
    open.push(part);
    if (part.trimEnd().endsWith('"') && open.length > 1) {
      fields.push(open.join(separator));
      open = [];
    }
  }
  // A single quote character is an ordinary character.
  return open.length === 0 ? fields : parts;
}

const plain = (field: string) =>
  withoutBlanks(
    field
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

/** The columns of a chromatogram's numbers, and their units. */
export type Table = {
  separator: Separator;
  columns: { time: number; signal: number; count: number };
  /** How many minutes one unit of the times is. */
  perTime: number;
  unit: DetectorUnit;
  /** How a person decided to read ambiguous thousands separators. */
  thousands?: Thousands | undefined;
};

/**
 * Reads a chromatogram from lines of numbers. The first comma or point shows the decimal sign; all numbers together
 * show the sign between thousands. `n.a.` means that there is no point.
 */
export function readRows(lines: Line[], table: Table, warnings: TraceWarning[]): TraceReading {
  const { rows, absent, refusal } = rowsOf(lines, table);
  const groups = groupsOf(rows, table.separator, table.thousands);
  if ('doubt' in groups) return doubtful(groups.doubt);
  const points = pointsOf(rows, groups, table);
  if ('ok' in points) return points;
  if (refusal) return refusal;
  const { minutes, signal, early } = points;
  if (early > 0) warnings.push(leftOut(early));
  if (absent > 0) {
    warnings.push({ code: 'missing_values', text: `${absent} points have no signal and were left out.` });
  }
  const judged = judgeTrace({ minutes, signal_mau: signal }, warnings);
  return judged.ok && groups.answered ? { ...judged, thousands: groups.answered } : judged;
}

const isAbsent = (field: string) => /^n\.?\s?a\.?$/i.test(field);

/** The rows before the first invalid line, and the refusal of that line. */
function rowsOf(
  lines: Line[],
  { separator, columns }: Table,
): { rows: Row[]; absent: number; refusal?: TraceRefusal } {
  const rows: Row[] = [];
  const usual = lines[0]?.tabs ?? 0;
  let absent = 0;
  for (const line of lines) {
    const shift = separator === '\t' ? Math.min(MOST_COLUMNS, (line.tabs ?? 0) - usual) : 0;
    const row = rowOf(
      shift > 0 ? { ...line, text: '\t'.repeat(shift) + line.text } : line,
      separator,
      columns,
    );
    // One curve may have fewer points than the others.
    if (row === undefined) continue;
    if ('ok' in row) return { rows, absent, refusal: row };
    if (isAbsent(row.signal)) absent += 1;
    else rows.push(row);
  }
  return { rows, absent };
}

function pointsOf(
  rows: Row[],
  groups: Groups,
  { perTime, unit }: Table,
): { minutes: number[]; signal: number[]; early: number } | TraceRefusal {
  const minutes: number[] = [];
  const signal: number[] = [];
  let mark: string | undefined;
  let early = 0;
  let before: { time: number; field: string } | undefined;
  for (const row of rows) {
    const fields = [withoutMarks(row.time, groups.time), withoutMarks(row.signal, groups.signal)] as const;
    for (const field of fields) {
      const own = /[.,]/.exec(field)?.[0];
      if (own && mark && own !== mark) {
        return at(
          row,
          `"${cut(field)}" has a decimal ${own === ',' ? 'comma' : 'point'}, the lines before do not`,
        );
      }
      mark ??= own;
    }
    const [time, value] = [decimal(fields[0]), decimal(fields[1])];
    if (time === null) return at(row, `"${cut(row.time)}" is too large a number`);
    if (value === null || Math.abs(value) > 1e9)
      return at(row, `"${cut(row.signal)}" is beyond any detector`);
    if (before && time <= before.time) {
      const what = time === before.time ? 'repeats' : `comes after ${before.field}`;
      return at(row, `time ${cut(row.time)} ${what}; times must increase`);
    }
    if (time * perTime > TRACE_LIMITS.maxMinutes) {
      const doubt = perTime === 1 ? '; is it in seconds?' : '';
      return at(row, `time ${cut(row.time)} is beyond ${TRACE_LIMITS.maxMinutes} minutes${doubt}`);
    }
    if (minutes.length === TRACE_LIMITS.maxPoints) {
      return at(row, `more than ${TRACE_LIMITS.maxPoints.toLocaleString('en')} points`);
    }
    before = { time, field: cut(row.time) };
    if (time < 0) early += 1;
    else {
      minutes.push(perTime === 1 ? time : Math.round(time * perTime * 1e9) / 1e9);
      signal.push(inUnit(value, unit));
    }
  }
  return { minutes, signal, early };
}

/** The refusal that asks a person what a number means. */
function doubtful(row: Row): TraceRefusal {
  const [whole, decimals] = [row.signal.replace(/[.,]/, ''), row.signal.replace(',', '.')];
  const refusal = at(
    row,
    `"${row.signal}" can be ${whole} or ${decimals}, and no other number of the file tells which; export without marks between thousands, or with two decimals`,
  );
  return { ...refusal, readings: { text: row.signal, groups: whole, decimals } };
}

function rowOf(line: Line, separator: Separator, columns: Table['columns']): Row | TraceRefusal | undefined {
  const fields = cells(line.text, separator);
  if (fields.length === 1) return at(line, 'only one column; time and signal are needed');
  if (fields.length > MOST_COLUMNS) {
    return at(line, `more than ${MOST_COLUMNS.toLocaleString('en')} columns; keep only time and signal`);
  }
  if (fields.length > columns.count) {
    return at(line, `${fields.length} columns; ${columns.count} are expected`);
  }
  const [time, signal] = [plain(fields[columns.time] ?? ''), plain(fields[columns.signal] ?? '')];
  if (time === '' && signal === '' && columns.count > 2) return undefined;
  if (time === '') return at(line, 'the time is missing');
  if (signal === '') return at(line, 'the signal is missing');
  const wrong = [time, signal].find((field) => !isNumber(field) && !(field === signal && isAbsent(field)));
  if (wrong !== undefined) return at(line, notNumber(wrong));
  return { ...line, time, signal };
}

export const isClock = (field: string) => /^\d{1,3}:[0-5]\d(?::[0-5]\d)?(?:[.,]\d+)?$/.test(field);
const CLOCK = 'is a time of a clock; export times as a number of minutes or seconds';

/** The reason for refusing a field that is not a number. */
export const notNumber = (field: string) => `"${cut(field)}" ${isClock(field) ? CLOCK : 'is not a number'}`;

/** A refusal that names the line of the file. */
export function at(line: Pick<Line, 'number'>, reason: string): TraceRefusal {
  return {
    ok: false,
    line: line.number,
    message: `Line ${line.number}: ${reason}${reason.endsWith('?') ? '' : '.'}`,
  };
}

export function noTrace(reason: string): TraceRefusal {
  return { ok: false, line: null, message: `Not a chromatogram: ${reason}.` };
}

/** A text from the file, short enough for a sentence. */
export function cut(text: string): string {
  const printable = text.replace(/\p{C}/gu, '\ufffd');
  return printable.length > 40 ? `${printable.slice(0, 39)}…` : printable;
}
