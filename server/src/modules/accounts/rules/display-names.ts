import { randomInt } from 'node:crypto';
import { foldLookAlikes, pairs } from '@vialproof/science/text/look-alikes';

/** Words that only the laboratory may use in names. */
const OF_THE_HOUSE = [
  'official',
  'reviewer',
  'moderator',
  'helpdesk',
  'customer care',
  'quality manager',
  'former member',
];
/** These four words are refused in names of people, but not in titles of groups. */
const RESERVED = [...OF_THE_HOUSE, 'laboratory', 'support', 'staff', 'admin'];
/** Shorter brands occur in too many names. */
const SHORTEST_BRAND = 3;

const SEPARATOR = '[^\\p{L}\\p{N}]';
const LETTER = /[\p{L}\p{N}]/u;
const ENDS_WITH_LETTER = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_LETTER = /^[\p{L}\p{N}]/u;

/** Digits and signs that look like letters. */
const DIGITS = pairs('013457$£!¡', 'oleastsfll');

/** A name for comparison: digits that look like letters become letters. */
const fold = (text: string) => foldLookAlikes(text, DIGITS);

/** Finds words in a folded name, even with signs between their letters. Undefined if the words are too short. */
function patternOf(words: string): RegExp | undefined {
  const letters = [...fold(words)].filter((sign) => LETTER.test(sign));
  return letters.length < SHORTEST_BRAND ? undefined : new RegExp(letters.join(`${SEPARATOR}*`), 'gu');
}

function holds(name: string, pattern: RegExp | undefined): boolean {
  if (!pattern) return false;
  for (const match of name.matchAll(pattern)) {
    const [found] = match;
    const isInsideWords =
      ENDS_WITH_LETTER.test(name.slice(0, match.index)) &&
      BEGINS_WITH_LETTER.test(name.slice(match.index + found.length));
    const gaps = found.match(new RegExp(`${SEPARATOR}+`, 'gu'))?.length ?? 0;
    // Letters of two words that are neighbours by chance are allowed, as in Ahmad Minh (admin).
    if (!(isInsideWords && gaps === 1)) return true;
  }
  return false;
}

const HOUSE_PATTERNS = OF_THE_HOUSE.map(patternOf);
const RESERVED_PATTERNS = RESERVED.map(patternOf);

/**
 * Whether a display name contains the brand or a reserved word, even disguised. Longer words count, too: 'Stafford' is
 * refused.
 */
export const soundsLikeStaff = (name: string, brand: string): boolean =>
  speaksOf(name, RESERVED_PATTERNS, brand);

/** Whether the title of a group contains words that sound like the laboratory. */
export const soundsOfficial = (title: string, brand: string): boolean =>
  speaksOf(title, HOUSE_PATTERNS, brand);

function speaksOf(name: string, words: readonly (RegExp | undefined)[], brand: string): boolean {
  // A sign between letters may replace a letter, as in off|cial, or separate letters, as in a|d|m|i|n.
  const apart = name.replace(/\p{No}/gu, ' ').normalize('NFKC');
  // The old letter ſ may mean s or f.
  const readings = [name, name.replaceAll('ſ', 's'), apart.replace(/[^\p{L}\p{N}\p{M}\s]/gu, ' ')].map(fold);
  return [...words, patternOf(brand)].some((pattern) => readings.some((reading) => holds(reading, pattern)));
}

/** Makes a name from another site safe: one line, at most 100 characters. */
export function printableName(name: string): string {
  const line = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, 100).join('');
}

const MANNERS =
  'Amber Brisk Calm Clear Copper Coral Crisp Dusky Early Fair Fleet Gentle Golden Hazel Indigo Ivory Jade Keen Late Light Lucid Merry Misty Noble Olive Opal Pale Plain Quiet Rapid Rosy Ruby Sable Silver Sound Steady Still Sunny Swift Teal Tidy Umber Vivid Warm Wide Willow Windy Wise'.split(
    ' ',
  );
const BIRDS =
  'Avocet Bittern Bunting Crane Curlew Dipper Dotterel Dove Dunlin Egret Falcon Finch Godwit Goshawk Grebe Gull Harrier Heron Hobby Ibis Jay Kestrel Kite Knot Lapwing Lark Linnet Martin Merlin Osprey Ouzel Owl Petrel Pipit Plover Puffin Quail Rail Raven Redstart Robin Rook Ruff Sanderling Shrike Siskin Skua Snipe Starling Stilt Stork Swan Swift Teal Tern Thrush Turnstone Wagtail Warbler Wheatear Whimbrel Wren'.split(
    ' ',
  );

/** Makes a display name that says nothing about the person, such as 'Quiet Heron 4821'. */
export function newPseudonym(): string {
  return `${pick(MANNERS)} ${pick(BIRDS)} ${randomInt(1000, 10_000)}`;
}

function pick(words: string[]): string {
  return words[randomInt(words.length)] ?? 'Plain';
}
