import { fold } from './fold.ts';

/**
 * A batch code for comparison: two codes of a maker are one batch if their folded codes are equal. '' if no character
 * is visible.
 */
export const foldBatchCode = (code: string): string => fold(code);
