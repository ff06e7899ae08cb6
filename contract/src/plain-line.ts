// No schemas here: pages show lines by it that need not load zod.

/** Signs without a width, which say nothing in a line. The joiners U+200C and U+200D stay: words of several scripts need them. */
const WITHOUT_WIDTH = /[\u00ad\u200b\u200e\u200f\ufeff]/g;
/** Control signs, and those that turn the direction of all that follows. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

export const UNPRINTABLE_MESSAGE = 'Please leave out signs that cannot be printed.';

/** A line as it is kept: without signs that have no width. */
export const withoutWidthless = (line: string): string => line.replace(WITHOUT_WIDTH, '').trim();

/** Whether a line can be shown as it is: it has no line break, no control sign and none that turns what follows. */
export const isPrintableLine = (line: string): boolean => line.search(UNPRINTABLE) < 0;

/** A line that was kept before such signs were refused, with each of them as its code point: 'BPC[U+202E]751'. */
export const visibleLine = (line: string): string =>
  withoutWidthless(line).replace(
    UNPRINTABLE,
    (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
