import { COMMON_STEMS, COMMON_WHOLE } from './common-passwords.ts';

/** Digits and signs that people use instead of letters in passwords. */
const DISGUISES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '€': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
};
/** Up to this many digits and signs around a common word do not make it safe. */
const MOST_DECORATION = 8;
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
];

/**
 * Whether a password is easy to guess: a keyboard pattern, a common word, or a word in `own` (brand, name, address),
 * also with additions.
 */
export function isCommonPassword(password: string, own: string[] = []): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  const bare = folded.replace(/[^\p{L}\p{N}]/gu, '');
  if (COMMON_WHOLE.has(bare) || isRun(bare)) return true;
  const words = new Set([...COMMON_STEMS, ...own.flatMap(wordsOf)]);
  const plain = undisguised(folded);
  return [folded, plain, plain.replaceAll('i', 'l')].some((text) => isDressedUp(text, words));
}

function isDressedUp(text: string, words: Set<string>): boolean {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if ([...text].length - [...core].length > MOST_DECORATION) return false;
  // A common word is still unsafe with signs inside, or written twice.
  const letters = core.replace(/[^\p{L}]/gu, '');
  const half = letters.slice(0, letters.length / 2);
  return words.has(letters) || (half + half === letters && words.has(half));
}

function undisguised(folded: string): string {
  // Digits and signs after the last letter are additions.
  const [, body = '', tail = ''] = /^(.*?)([^\p{L}]*)$/su.exec(folded) ?? [];
  return [...body].map((sign) => DISGUISES[sign] ?? sign).join('') + tail;
}

/** The words of a name or an address. */
function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase();
  const wholes = [folded, ...folded.split('@')].map((part) => part.replace(/[^\p{L}]/gu, ''));
  return [...wholes, ...folded.split(/[^\p{L}]+/u)].filter((word) => word.length >= 3);
}

/** Whether a password consists of neighbouring keys, of the alphabet, or of one repeated sign. */
function isRun(bare: string): boolean {
  const signs = [...bare];
  const breaks = signs.filter((sign, at) => {
    const before = signs[at - 1];
    if (before === undefined || before === sign) return false;
    return !ROWS.some((row) => row.includes(before + sign) || row.includes(sign + before));
  }).length;
  return breaks <= 2 && signs.length - breaks >= 6;
}
