import unhomoglyph from 'unhomoglyph';

/** Characters that a reader does not see: zero-width characters and variation selectors; also diacritical marks. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu;

/** Letters in circles, squares and flags, which Unicode does not fold to letters; the start of each alphabet. */
const ENCLOSED = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu;
const ENCLOSED_STARTS = [0x1f1e6, 0x1f170, 0x1f150];

export type ReadAs = Readonly<Record<string, string>>;

/**
 * Characters that look alike to people but not to UTS 39: i and l (1 is read as both), small capitals, the Cyrillic and
 * Greek letters that UTS 39 maps to those, and Canadian syllabics.
 */
const LETTERS: ReadAs = {
  ...pairs('i', 'l'),
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghljklmnoprstuvwyz'),
  ...pairs('ĸʍᴎᴙɜɛꞓ', 'kmnreee'),
  ...pairs('ᗩᑕᗴᔕ', 'aces'),
};

/** Maps each character of `from` to the character at the same place in `to`. */
export function pairs(from: string, to: string): ReadAs {
  return Object.fromEntries([...from].map((sign, place) => [sign, to[place] ?? sign]));
}

function letterOf(enclosed: string): string {
  const code = enclosed.codePointAt(0) ?? 0;
  const start = ENCLOSED_STARTS.find((first) => code >= first) ?? code;
  return String.fromCharCode(0x61 + code - start);
}

/**
 * The mapping is applied before and after Unicode's compatibility forms, which change some look-alikes and add others.
 */
const skeleton = (text: string) =>
  unhomoglyph(unhomoglyph(text.normalize('NFD')).normalize('NFKD'))
    .normalize('NFKD')
    .replace(UNSEEN, '');

/**
 * A text as people read it at a glance, for comparison with another folded text: Unicode's compatibility forms, the
 * skeleton of UTS 39 (before and after folding case, because capitals have other look-alikes), and no marks. `others`
 * maps further characters. Not for display: 'm' becomes 'rn'.
 */
export function foldLookAlikes(text: string, others: ReadAs = {}): string {
  const readAs = { ...LETTERS, ...others };
  const read = (folded: string) => Array.from(folded.toLowerCase(), (sign) => readAs[sign] ?? sign).join('');
  return read(skeleton(read(skeleton(text.replace(ENCLOSED, letterOf)))));
}

const LATIN = /\p{Script=Latin}/u;
/**
 * Greek letters in the names of substances: TNFα, IL-1β, α1. Capitals, or letters before a Latin letter, look Latin.
 */
const GREEK_OF_NAMES = /[αβγδεκλμω](?!\p{Script=Latin})/gu;

/**
 * Writes words that mix Latin letters or digits with look-alike letters in Latin letters alone: 'Аcme' with a Cyrillic
 * А becomes 'Acme', '2024-А1' becomes '2024-A1'. Words that are wholly in another script stay unchanged.
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
