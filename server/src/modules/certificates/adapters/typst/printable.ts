import type { FieldError } from '@vialproof/contract/errors';

/** Characters that print nothing. */
const INVISIBLE = /\u00ad|[\u200b-\u200d]|\u2060|\ufeff|[\ufe00-\ufe0f]/gu;

/**
 * Makes a text printable. A character that the fonts lack becomes a similar one ('⁺' becomes '+') or its code,
 * '[U+4E2D]'. Invisible characters are removed, so a copied text equals the print.
 */
export function printable(text: string, covered: ReadonlySet<number>): string {
  return charactersOf(text)
    .map((character) => substitute(character, covered) ?? codePointName(character))
    .join('');
}

/** Applies `printable` to every text inside a plain structure. */
export function printableDeep<T>(value: T, covered: ReadonlySet<number>): T;
export function printableDeep(value: unknown, covered: ReadonlySet<number>): unknown {
  if (typeof value === 'string') return printable(value, covered);
  if (Array.isArray(value)) return value.map((item) => printableDeep(item, covered));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, printableDeep(item, covered)]));
}

/** The fields with unprintable text, and the characters. */
export function unprintableFields(value: unknown, covered: ReadonlySet<number>, path = ''): FieldError[] {
  if (typeof value === 'string') {
    const missing = new Set(
      charactersOf(value).filter((character) => substitute(character, covered) === undefined),
    );
    if (missing.size === 0) return [];
    const names = [...missing].slice(0, 8).map(codePointName).join(', ');
    return [{ path, message: `These characters cannot be printed on a certificate: ${names}` }];
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) =>
    unprintableFields(item, covered, path === '' ? key : `${path}.${key}`),
  );
}

function charactersOf(text: string): string[] {
  return [...text.normalize('NFC').replace(INVISIBLE, '').replace(/\r\n?/g, '\n')];
}

function substitute(character: string, covered: ReadonlySet<number>): string | undefined {
  if (character === '\n') return character;
  if (/\s/u.test(character)) return character === '\u00a0' || character === '\u202f' ? character : ' ';
  if (/\p{C}/u.test(character)) return undefined;
  const isCovered = (text: string) => [...text].every((part) => covered.has(part.codePointAt(0) ?? 0));
  if (isCovered(character)) return character;
  const plain = character.normalize('NFKC');
  return plain !== character && isCovered(plain) ? plain : undefined;
}

function codePointName(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
