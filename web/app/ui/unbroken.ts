/** The words with the coverage factor of an uncertainty in one piece: no line ends within '(k = 2)'. */
export const unbroken = (words: string): string => words.replace('(k = 2)', '(k\u00a0=\u00a02)');
