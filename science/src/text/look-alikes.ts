import unhomoglyph from 'unhomoglyph';

/** What is neither drawn nor read: zero-width signs and variation selectors; and marks above and below letters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu;

/** Letters in circles, squares and flags, which Unicode folds to no letter: where each alphabet begins. */
const ENCLOSED = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu;
const ENCLOSED_STARTS = [0x1f1e6, 0x1f170, 0x1f150];

export type ReadAs = Readonly<Record<string, string>>;

/**
 * Read alike by people, apart in UTS 39: i and l (1 is read as both), small capitals, the Cyrillic and Greek letters that
 * UTS 39 takes to those, and Canadian syllables.
 */
const LETTERS: ReadAs = {
  ...pairs('i', 'l'),
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghljklmnoprstuvwyz'),
  ...pairs('ĸʍᴎᴙɜɛꞓ', 'kmnreee'),
  ...pairs('ᗩᑕᗴᔕ', 'aces'),
};

/** Each sign of `from` read as the one that stands at its place in `to`. */
export function pairs(from: string, to: string): ReadAs {
  return Object.fromEntries([...from].map((sign, place) => [sign, to[place] ?? sign]));
}

function letterOf(enclosed: string): string {
  const code = enclosed.codePointAt(0) ?? 0;
  const start = ENCLOSED_STARTS.find((first) => code >= first) ?? code;
  return String.fromCharCode(0x61 + code - start);
}

/** Mapped before and after: Unicode's compatibility forms make other letters of some look-alikes, and new ones of others. */
const skeleton = (text: string) =>
  unhomoglyph(unhomoglyph(text.normalize('NFD')).normalize('NFKD'))
    .normalize('NFKD')
    .replace(UNSEEN, '');

/**
 * A text as it is read at a glance, for comparing with another one folded alike: Unicode's compatibility forms, the
 * skeleton of UTS 39 (before and after the case is folded, as capitals have look-alikes of their own), and no marks.
 * `others` are further signs that are read as another. Not for showing: 'm' becomes 'rn'.
 */
export function foldLookAlikes(text: string, others: ReadAs = {}): string {
  const readAs = { ...LETTERS, ...others };
  const read = (folded: string) => Array.from(folded.toLowerCase(), (sign) => readAs[sign] ?? sign).join('');
  return read(skeleton(read(skeleton(text.replace(ENCLOSED, letterOf)))));
}

const LATIN = /\p{Script=Latin}/u;
/** As names of substances end: TNFα, IL-1β, and α1. Before a Latin letter, or as a capital, it looks like one. */
const GREEK_OF_NAMES = /[αβγδεκλμω](?!\p{Script=Latin})/gu;

/**
 * A text in which words that mix Latin letters or digits with letters that look like Latin ones are written in Latin letters alone: 'Аcme' with
 * a Cyrillic А becomes 'Acme', '2024-А1' with one '2024-A1'. Words wholly in another script stay as they are.
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
