// This file does not import zod, because pages use it.

/** Zero-width characters without a meaning. U+200C and U+200D stay, because some languages need them. */
const WITHOUT_WIDTH = /[\u00ad\u200b\u200e\u200f\ufeff]/g;
/** Control characters, and characters that change the writing direction. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

export const UNPRINTABLE_MESSAGE = 'Please leave out signs that cannot be printed.';

/** One line of text as it is stored: without zero-width characters. */
export const withoutWidthless = (line: string): string => line.replace(WITHOUT_WIDTH, '').trim();

/**
 * Whether a text can be shown unchanged in one line: it has no line breaks, no control characters, and none that change
 * the writing direction.
 */
export const isPrintableLine = (line: string): boolean => line.search(UNPRINTABLE) < 0;

/** A stored line in which each forbidden character is shown by its code: 'BPC[U+202E]751'. */
export const visibleLine = (line: string): string =>
  withoutWidthless(line).replace(
    UNPRINTABLE,
    (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
