import type { PurityFigure } from './types.ts';

// Of its own, without the arithmetic of measurements: public pages say it.

/** What stands beside a purity whose peaks were limited by a person. */
export const MANUAL_WORDS = 'manually integrated';

/** The figure that a result is quoted by, in one text such as '98.20 ± 0.40 % area'. */
export function purityWords(figure: PurityFigure | null | undefined): string | null {
  if (!figure) return null;
  const words = [figure.value, figure.rest].filter(Boolean).join(' ');
  return figure.manual ? `${words}, ${MANUAL_WORDS}` : words;
}
