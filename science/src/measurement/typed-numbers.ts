import { inPlainSigns } from './plain-signs.ts';
import { readQualified } from './typed-figure.ts';
import type { MeasurementInput } from './types.ts';

/** Whether a line of a result needs a number, because something is computed from it. */
export function asksForFigure({
  rule,
  claim,
  mass,
}: Pick<MeasurementInput, 'rule' | 'claim' | 'mass'>): boolean {
  return (rule !== undefined && rule.kind !== 'absent') || claim !== undefined || mass !== undefined;
}

/**
 * Turns decimal commas into points where they can mean nothing else: '98,5', but not '1,234'. If one comma is unclear,
 * the whole text stays.
 */
export function withPoints(typed: string): string {
  const text = inPlainSigns(typed);
  if (!/^([<>≤≥]=?\s*)?[-+\d.,;\s]+$/.test(text)) return typed;
  const parts = text.split(/([\s;<>≤≥=]+)/);
  const isClear = (part: string) =>
    !part.includes(',') || (/^[-+]?\d+,\d+$/.test(part) && !/^[-+]?[1-9]\d{0,2},\d{3}$/.test(part));
  return parts.every(isClear) ? text.replaceAll(',', '.') : typed;
}

const PLAIN = /^[-+]?\d+(\.\d+)?$/;
/** Letters typed instead of digits: 'l00', 'O.5'. */
const MISTAKEN = /^(?=.*[\d.,])[\dOoΟοОоIlІ|.,]*[OoΟοОоIlІ|][\dOoΟοОоIlІ|.,]*$/;
/** Words that mean no number: 'NaN', 'Infinity', '∞'. */
const NO_NUMBER = /^(nan|inf|infinity|∞)$/i;
const EXPONENT =
  /^[\d.,]+\s*(e\s*[-+]?\d+|[x×*·]\s*10\s*\^?\s*[-+]?\d+|([x×*·]\s*10)?\s*(\^\s*[-+]?\d+|[-+\u2212]?[⁰¹²³⁴-⁹]+))$/i;
const ROUGH = /^(≈|~|±|ca\.?|about|approx\.?)\s*[-+]?[\d.,]+$/i;
/** A sign in words before a number: 'more than 10 EU'. */
const SIGN_IN_WORDS =
  /^((more|greater|higher|less|lower|fewer) than|over|above|below|under|at (least|most)|up to|n[ml]t)\s*[-+]?\d/i;
const ROUGH_IN_WORDS = /^(ca\.?|circa|about|around|approx\.?|approximately|roughly)\s*[-+]?\d/i;
/** Any number of signs before a number. */
const SIGNS_BEFORE = /^[<>≤≥⩽≦⩾≧=]*\s*[-+]?/;

/**
 * What is wrong with a text that looks like a number but is not a number, with advice. If the line of the result needs
 * a number, every text that begins with a digit is refused. Undefined for numbers and for words.
 */
export function figureProblem(
  value: MeasurementInput['value'],
  unit: string,
  isFigureAsked: boolean,
): string | undefined {
  const text = inPlainSigns(String(value));
  if (typeof value === 'number' || PLAIN.test(text) || readQualified(text)) return undefined;
  if (/^([<>≤≥]=?\s*)?[-+]?[1-9]\d{0,2},\d{3}$/.test(text)) {
    return `A comma may be read in two ways: write ${text.replace(',', '')} or ${text.replace(',', '.')}.`;
  }
  const disguised = disguiseProblem(text);
  if (disguised) return disguised;
  if (/^([<>≤≥]=?\s*)?[-+]?\d+,\d+$/.test(text))
    return `Write it with a decimal point: ${text.replace(',', '.')}.`;
  const [, number = '', tail = ''] = /^([-+]?\d+(?:[.,]\d+)?)\s*([^\d\s].*)$/.exec(text) ?? [];
  if (tail !== '' && fold(unit).startsWith(fold(tail))) {
    return `The unit stands in its own field: write ${number.replace(',', '.')} alone.`;
  }
  if (!isFigureAsked) return undefined;
  if (SIGN_IN_WORDS.test(text)) return 'Write the number with its sign, <, ≤, > or ≥: > 10.';
  if (ROUGH_IN_WORDS.test(text)) return ROUGH_WORDS;
  // If the first letter or digit is a letter, the text is meant as words.
  if (!/^[^\p{L}]*\p{N}/u.test(text)) return undefined;
  if (/^\d+(\.\d+)?\s+\d{1,2}\+$/.test(text)) {
    return 'An m/z with its charge needs the formula: give it in the details.';
  }
  if (/,/.test(text) && /^[-+\d.,;\s]+$/.test(text)) {
    return 'Write decimals with a point, no commas between thousands, and replicates apart by spaces or semicolons: 99.1 99.3.';
  }
  return 'Write a plain number such as 98.5, or words alone.';
}

const ROUGH_WORDS = 'Write the number that was measured; how sure it is stands in the uncertainty.';

/** Refuses words that a reader would take for a number. */
function disguiseProblem(text: string): string | undefined {
  const bare = text.replace(SIGNS_BEFORE, '');
  if (EXPONENT.test(bare)) return `Exponents are not read: write ${text} out in plain decimals.`;
  if (NO_NUMBER.test(bare))
    return `${text} is no number: leave the value empty, or say in words what was found.`;
  if (MISTAKEN.test(bare)) return `${text} has letters among its digits: write it with digits alone.`;
  return ROUGH.test(text) ? ROUGH_WORDS : undefined;
}

const fold = (words: string) => words.toLowerCase().replace(/\s+/g, '');
