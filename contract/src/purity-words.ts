import type { Result } from './results.ts';

// Of its own, without the arithmetic of measurements: public pages say it.

/** The figure that a result is quoted by, in one text such as '98.20 ± 0.40 % area'. */
export function purityWords(figure: Result['purity'] | undefined): string | null {
  return figure ? [figure.value, figure.rest].filter(Boolean).join(' ') : null;
}
