import { inPlainSigns } from './plain-signs.ts';

/** A one-sided value: below or above a number. */
export type Qualified = { sign: '<' | '≤' | '>' | '≥'; number: string };

const SIGNS: Record<string, Qualified['sign']> = {
  '<': '<',
  '≤': '≤',
  '⩽': '≤',
  '≦': '≤',
  '<=': '≤',
  '=<': '≤',
  '>': '>',
  '≥': '≥',
  '⩾': '≥',
  '≧': '≥',
  '>=': '≥',
  '=>': '≥',
};
const PLAIN = '[-+]?\\d+(?:\\.\\d+)?';
const FIGURE = new RegExp(`^${PLAIN}$`);
const QUALIFIED = new RegExp(`^(<=|=<|>=|=>|[<≤⩽≦>≥⩾≧])\\s*(${PLAIN})$`);

/** A figure, with or without a sign before it, in plain signs: '９８．５' is '98.5', '>=10' is '≥ 10'. Words stay. */
export function foldFigure(typed: string): string {
  const text = inPlainSigns(typed);
  if (FIGURE.test(text)) return text;
  const qualified = readQualified(text);
  return qualified ? `${qualified.sign} ${qualified.number}` : typed;
}

/** A one-sided value, such as '> 10'; undefined for anything else. */
export function readQualified(value: string | number): Qualified | undefined {
  const [, typed = '', number = ''] = QUALIFIED.exec(inPlainSigns(String(value))) ?? [];
  const sign = SIGNS[typed];
  return sign && { sign, number };
}
