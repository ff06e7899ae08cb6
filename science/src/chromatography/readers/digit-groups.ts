import type { Thousands } from '../types.ts';

/** A time and a signal as the file writes them. */
export type Row = { number: number; text: string; time: string; signal: string };
/** The sign between thousands in each column. '' if a column has no such sign. */
export type Groups = { time: string; signal: string; answered?: Thousands };

/** A number whose signs can only stand between thousands. */
const CERTAIN = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d+|(?:\.\d{3}){2,}|(?:\.\d{3})+,\d+)$/;
/** A number whose sign can be a decimal sign or stand between thousands. */
const EITHER = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const BLANKS = /^[+-]?[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'\u2019]\d{3})+(?:[.,]\d+)?$/;
const LONGEST = 40;

export const isGrouped = (field: string) => field.length <= LONGEST && CERTAIN.test(field);

/** A number without the blanks or apostrophes between its thousands. */
export const withoutBlanks = (field: string) =>
  field.length <= LONGEST && BLANKS.test(field) ? field.replace(/[ \u00a0\u2009\u202f'\u2019]/g, '') : field;

/** A number without its thousands separators. */
export function withoutMarks(field: string, mark: string): string {
  if (isGrouped(field)) return field.replaceAll(/[.,]/.exec(field)?.[0] ?? '', '');
  return mark !== '' && EITHER.test(field) ? field.replace(mark, '') : field;
}

/** What the numbers of a column show about its separators. */
type Facts = {
  /** A sign that is surely a decimal sign, and one that is surely a thousands separator. */
  decimal: string | undefined;
  thousands: string | undefined;
  /** The first number with two meanings, and whether all such numbers have the same sign. */
  either: { mark: string; row: Row } | undefined;
  isMixed: boolean;
  /** Whether some numbers have no sign, and whether one of them has four digits. */
  hasPlain: boolean;
  hasLarge: boolean;
};

function factsOf(rows: Row[], column: 'time' | 'signal'): Facts {
  const facts: Facts = {
    decimal: undefined,
    thousands: undefined,
    either: undefined,
    isMixed: false,
    hasPlain: false,
    hasLarge: false,
  };
  for (const row of rows) {
    const field = row[column];
    const mark = /[.,]/.exec(field)?.[0];
    if (!mark) {
      facts.hasPlain ||= /^[+-]?\d+$/.test(field);
      facts.hasLarge ||= Math.abs(Number(field)) >= 1000;
    } else if (isGrouped(field)) {
      facts.thousands ??= mark;
      facts.decimal ??= /[.,]\d*$/.exec(field.replaceAll(mark, ''))?.[0][0];
    } else if (EITHER.test(field)) {
      facts.either ??= { mark, row };
      facts.isMixed ||= facts.either.mark !== mark;
    } else facts.decimal ??= mark;
  }
  return facts;
}

/**
 * Finds the sign between thousands in a table. If other numbers show it, they decide. If no number shows it, a person
 * must answer; before that, the result is 'doubt'.
 */
export function groupsOf(
  rows: Row[],
  separator: string | null,
  thousands?: Thousands,
): Groups | { doubt: Row } {
  const [times, signals] = [factsOf(rows, 'time'), factsOf(rows, 'signal')];
  const time = timeMark(rows, times);
  const { either } = signals;
  if (!either || signals.isMixed) return { time, signal: '' };
  const { mark } = either;
  const decimal = signals.decimal ?? times.decimal;
  if (signals.thousands === mark) return { time, signal: mark };
  if (decimal === mark || (separator === ',' && mark === '.')) return { time, signal: '' };
  const isRegular = signals.hasPlain && !signals.hasLarge;
  if (decimal !== undefined) return { time, signal: signals.hasLarge ? '' : mark };
  const timesAreDecimal = times.either?.mark === mark && time === '';
  if (timesAreDecimal ? !signals.hasPlain : isRegular) return { time, signal: timesAreDecimal ? '' : mark };
  if (thousands) return { time, signal: thousands === 'groups' ? mark : '', answered: thousands };
  return { doubt: either.row };
}

/** The sign between thousands in the times, which must grow. */
function timeMark(rows: Row[], { decimal, either, isMixed, hasPlain, hasLarge, thousands }: Facts): string {
  if (!either || isMixed || decimal === either.mark) return '';
  if (thousands === either.mark) return thousands;
  if (!hasPlain || hasLarge) return '';
  let before = Number.NEGATIVE_INFINITY;
  for (const { time } of rows) {
    const value = Number(time.replace(either.mark, ''));
    if (value <= before) return '';
    before = value;
  }
  return either.mark;
}
