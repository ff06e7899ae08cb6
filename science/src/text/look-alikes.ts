import unhomoglyph from 'unhomoglyph';

/** Accents and invisible characters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu;

/** Letters in circles, squares and flags, by the start of each alphabet. */
const ENCLOSED = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu;
const ENCLOSED_STARTS = [0x1f1e6, 0x1f170, 0x1f150];

export type ReadAs = Readonly<Record<string, string>>;

/** Characters that look alike for people, but not in the Unicode list (UTS 39). */
const LETTERS: ReadAs = {
  ...pairs('i', 'l'),
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghljklmnoprstuvwyz'),
  ...pairs('ĸʍᴎᴙɜɛꞓ', 'kmnreee'),
  ...pairs('ᗩᑕᗴᔕ', 'aces'),
};

/** Pairs each character of `from` with the one at the same place of `to`. */
export function pairs(from: string, to: string): ReadAs {
  return Object.fromEntries([...from].map((sign, place) => [sign, to[place] ?? sign]));
}

function letterOf(enclosed: string): string {
  const code = enclosed.codePointAt(0) ?? 0;
  const start = ENCLOSED_STARTS.find((first) => code >= first) ?? code;
  return String.fromCharCode(0x61 + code - start);
}

/** Replaces similar characters before and after Unicode's own replacement, which changes some of them. */
const skeleton = (text: string) =>
  unhomoglyph(unhomoglyph(text.normalize('NFD')).normalize('NFKD'))
    .normalize('NFKD')
    .replace(UNSEEN, '');

/**
 * A text as people see it at a first look: characters that look alike become the same (Unicode UTS 39). `others` adds
 * more. Never show it: 'm' becomes 'rn'.
 */
export function foldLookAlikes(text: string, others: ReadAs = {}): string {
  const readAs = (sign: string) => others[sign] ?? LETTERS[sign] ?? sign;
  const read = (folded: string) => Array.from(folded.toLowerCase(), readAs).join('');
  return read(skeleton(read(skeleton(text.replace(ENCLOSED, letterOf)))));
}

const LATIN = /\p{Script=Latin}/u;
/** Greek letters in names of substances: TNFα, IL-1β. */
const GREEK_OF_NAMES = /[αβγδεκλμω](?!\p{Script=Latin})/gu;

/**
 * Replaces letters that only look Latin inside Latin words: 'Аcme' with a Cyrillic А becomes 'Acme'. Words of another
 * script stay.
 */
export const unmask = (text: string): string =>
  text.replace(/[\p{L}\p{N}]+/gu, (word) => {
    if (!LATIN.test(word) && !/\p{N}/u.test(word)) return word;
    const greek = new Set(Array.from(word.matchAll(GREEK_OF_NAMES), ({ index }) => index));
    return word.replace(/\p{L}/gu, (letter, index: number) => (greek.has(index) ? letter : latinOf(letter)));
  });

function latinOf(letter: string): string {
  if (LATIN.test(letter)) return letter;
  const like = unhomoglyph(letter);
  return /^[a-z]+$/i.test(like) ? like : letter;
}
