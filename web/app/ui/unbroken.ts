/** Keeps '(k = 2)' after an uncertainty on one line. */
export const unbroken = (words: string): string => words.replace('(k = 2)', '(k\u00a0=\u00a02)');
