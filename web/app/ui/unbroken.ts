/** Joins the coverage factor of an uncertainty: no line breaks inside '(k = 2)'. */
export const unbroken = (words: string): string => words.replace('(k = 2)', '(k\u00a0=\u00a02)');
