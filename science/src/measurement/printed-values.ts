// Compares a value on a paper with a certificate's value, digit by digit.

/** A text for comparison: without case, spaces and '(k = 2)'. */
const fold = (words: string): string =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/[−‒–—]/g, '-')
    .replaceAll('μ', 'u')
    .replace(/\+\/-|\+-/g, '±')
    .replace(/<=|=</g, '≤')
    .replace(/>=|=>/g, '≥')
    .replace(/\(k=2\)$/, '');

/**
 * The digits of a number in one form: '98,20' becomes '98.2'. A single comma or point is the decimal sign; if there are
 * both, the last one is. Undefined for other texts.
 */
function digitsOf(typed: string): string | undefined {
  const sign = typed.startsWith('-') ? '-' : '';
  const bare = typed.replace(/^[-+]/, '');
  const marks = bare.replace(/\d/g, '');
  const last = marks.at(-1);
  const isGrouped = marks.length > 1 && new Set(marks).size === 1;
  const decimalAt = last === undefined || isGrouped ? -1 : bare.lastIndexOf(last);
  if (last !== undefined && !isGrouped && marks.indexOf(last) !== marks.length - 1) return undefined;
  const whole = (decimalAt < 0 ? bare : bare.slice(0, decimalAt)).replace(/[.,]/g, '').replace(/^0+/, '');
  const part = decimalAt < 0 ? '' : bare.slice(decimalAt + 1).replace(/0+$/, '');
  const digits = `${whole === '' ? '0' : whole}${part === '' ? '' : `.${part}`}`;
  return digits === '0' ? digits : sign + digits;
}

const FIGURE = /^([<>≤≥~]?)([-+]?(?:\d[\d.,]*|[.,]\d+))(?:±([\d.,]*\d[\d.,]*))?(.*)$/;

/** Whether `rest` is one or more whole words from the start of the unit: 'mg' of 'mg/vial', but not 'm'. */
function isUnit(rest: string, unit: string): boolean {
  if (!unit.startsWith(rest)) return false;
  const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign);
  return !(isLetter(rest.at(-1)) && isLetter(unit[rest.length]));
}

/** Words in one form: 'n.d.' becomes 'ND'. */
function wordsOf(folded: string): string {
  const bare = folded.replace(/[^\p{L}\p{N}<>≤≥]/gu, '');
  if (bare === 'notdetected') return 'nd';
  return bare.replace(/^(?:below|under)/, '<').replace(/^≤(?=lo[dq]$)/, '<');
}

type Reading = { value: string; uncertainty?: string; unit?: string };

function readPrinted(typed: string, unit: string): Reading {
  const folded = fold(typed);
  const ownUnit = fold(unit);
  const [, comparator = '', number = '', uncertainty, rest = ''] = FIGURE.exec(folded) ?? [];
  const digits = number === '' ? undefined : digitsOf(number);
  if (digits === undefined || !isUnit(rest, ownUnit)) return { value: wordsOf(folded) };
  const spread = uncertainty === undefined ? undefined : (digitsOf(uncertainty) ?? uncertainty);
  return {
    value: comparator + digits,
    ...(spread === undefined ? {} : { uncertainty: spread }),
    ...(rest === '' ? {} : { unit: rest }),
  };
}

/** One key for all spellings of a value, so that they count as one try. */
export function printedKey(typed: string, unit: string): string {
  const { value, uncertainty } = readPrinted(typed, unit);
  return uncertainty === undefined ? value : `${value}±${uncertainty}`;
}

type PrintedValue = { value: string; unit: string };

/** The parts of the printed value that the typed text does not have, such as the uncertainty. */
export function partsMissing(typed: string, line: PrintedValue): ('uncertainty' | 'unit')[] {
  const paper = readPrinted(typed, line.unit);
  const printed = readPrinted(line.value, line.unit);
  if (!/\d/.test(paper.value)) return [];
  return [
    ...(printed.uncertainty !== undefined && paper.uncertainty === undefined
      ? (['uncertainty'] as const)
      : []),
    ...(fold(line.unit) !== '' && /\d/.test(printed.value) && paper.unit === undefined
      ? (['unit'] as const)
      : []),
  ];
}

/**
 * Whether a typed text is the printed value with its uncertainty and sign: '98,2' and '98.2 %' are 98.2, but 98 and
 * 98.24 are not. Only the unit may be missing.
 */
export function isSamePrinted(typed: string, line: PrintedValue): boolean {
  const paper = readPrinted(typed, line.unit);
  const printed = readPrinted(line.value, line.unit);
  return paper.value !== '' && paper.value === printed.value && paper.uncertainty === printed.uncertainty;
}

/** Whether two limits are equal, except for spaces and look-alike characters. */
export const isSameLimit = (typed: string, printed: string): boolean => fold(typed) === fold(printed);

/** Words by which people may name a line of a result if they do not know its exact name. */
const KINDS: Record<string, RegExp> = {
  purity: /^purity\b/i,
  amount: /^(?:amount|assay|(?:net )?(?:peptide )?content)\b/i,
};

/** The lines of a result with this name. If no line has it, 'purity' and 'amount' find all lines of that kind. */
export function placesOf(name: string, lines: readonly { analyte: string }[]): number[] {
  const wanted = fold(name);
  const matching = (isMeant: (analyte: string) => boolean) =>
    lines.flatMap(({ analyte }, place) => (isMeant(analyte) ? [place] : []));
  const named = matching((analyte) => fold(analyte) === wanted);
  const kind = Object.hasOwn(KINDS, wanted) ? KINDS[wanted] : undefined;
  return named.length > 0 || !kind ? named : matching((analyte) => kind.test(analyte.trim()));
}
