import type { PurityFigure } from './types.ts';

// This is a separate file without the arithmetic of measurements, because public pages import it.

/** The remark on a purity if a person set the limits of its peaks. */
export const MANUAL_WORDS = 'manually integrated';

/** The purity in the headline of a result as one text, such as '98.20 ± 0.40 % area'. */
export function purityWords(figure: PurityFigure | null | undefined): string | null {
  if (!figure) return null;
  const words = [figure.value, figure.rest].filter(Boolean).join(' ');
  return figure.manual ? `${words}, ${MANUAL_WORDS}` : words;
}
