import type { PurityFigure } from './types.ts';

// A separate file, without the arithmetic of measurements: public pages import it.

/** The remark on a purity whose peak limits a person set. */
export const MANUAL_WORDS = 'manually integrated';

/** The headline purity of a result in one text, such as '98.20 ± 0.40 % area'. */
export function purityWords(figure: PurityFigure | null | undefined): string | null {
  if (!figure) return null;
  const words = [figure.value, figure.rest].filter(Boolean).join(' ');
  return figure.manual ? `${words}, ${MANUAL_WORDS}` : words;
}
