import { inPlainSigns } from './plain-signs.ts';

/** A value such as '< 0.5' or '> 10'. */
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

/** A number with its sign in ordinary characters: '>=10' becomes '≥ 10'. Words stay. */
export function foldFigure(typed: string): string {
  const text = inPlainSigns(typed);
  if (FIGURE.test(text)) return text;
  const qualified = readQualified(text);
  return qualified ? `${qualified.sign} ${qualified.number}` : typed;
}

/** The parts of a value such as '> 10'; undefined for anything else. */
export function readQualified(value: string | number): Qualified | undefined {
  const [, typed = '', number = ''] = QUALIFIED.exec(inPlainSigns(String(value))) ?? [];
  const sign = SIGNS[typed];
  return sign && { sign, number };
}
