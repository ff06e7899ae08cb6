import { fold } from './fold.ts';

/** A batch code for comparison. Equal results mean the same batch. '' if no character is visible. */
export const foldBatchCode = (code: string): string => fold(code);
