// This file has no schemas: pages need these functions without loading zod.

/** Zero-width characters that mean nothing in a line. The joiners U+200C and U+200D stay, because some scripts need them. */
const WITHOUT_WIDTH = /[\u00ad\u200b\u200e\u200f\ufeff]/g;
/** Control characters, and characters that change the direction of the text. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

export const UNPRINTABLE_MESSAGE = 'Please leave out signs that cannot be printed.';

/** A line as it is stored: without zero-width characters. */
export const withoutWidthless = (line: string): string => line.replace(WITHOUT_WIDTH, '').trim();

/** Whether a line can be shown unchanged: without line breaks, control and bidirectional characters. */
export const isPrintableLine = (line: string): boolean => line.search(UNPRINTABLE) < 0;

/**
 * A line that was stored before the server refused such characters; each of them is replaced by its code point:
 * 'BPC[U+202E]751'.
 */
export const visibleLine = (line: string): string =>
  withoutWidthless(line).replace(
    UNPRINTABLE,
    (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
