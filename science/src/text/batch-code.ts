import { fold } from './fold.ts';

/** A batch code for comparison: equal results mean one batch. '' if no character is visible. */
export const foldBatchCode = (code: string): string => fold(code);
