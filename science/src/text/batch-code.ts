import { fold } from './fold.ts';

/** A batch code as codes are compared: those that fold alike are one batch of their maker. '' where none can be seen. */
export const foldBatchCode = (code: string): string => fold(code);
