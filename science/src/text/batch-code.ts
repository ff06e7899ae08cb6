import { fold } from './fold.ts';

/** A batch code for comparison: equal folded codes are one batch of a maker. '' if no character is visible. */
export const foldBatchCode = (code: string): string => fold(code);
