import type { PurityFigure } from './types.ts';

// Public pages import this small file, which has no code for computing.

/** The remark that a person set the peaks. */
export const MANUAL_WORDS = 'manually integrated';

/** The purity as one text, such as '98.20 ± 0.40 % area'. */
export function purityWords(figure: PurityFigure | null | undefined): string | null {
  if (!figure) return null;
  const words = [figure.value, figure.rest].filter(Boolean).join(' ');
  return figure.manual ? `${words}, ${MANUAL_WORDS}` : words;
}
