import { useQuery } from '@tanstack/react-query';
import { lineProblems } from '@vialproof/contract/line-problems';
import type { Masses } from '@vialproof/contract/methods';
import type { Measurement } from '@vialproof/contract/results';
import { completeLine } from '@vialproof/science/measurement/completed-line';
import { useDeferredValue } from 'react';
import { cellsOf } from './field-paths';
import { massesQuery } from './masses';
import { inputOf, type Row, suggestedIon } from './measurement-text';

/** What a line of the result would become, computed while the user types by the same rules as on the server. */
export interface Live {
  /** The line of the result as the server would store it. */
  line: Measurement;
  masses: Masses | undefined;
  /** The errors of a save, for each field. */
  refused: Partial<Record<keyof Row, string>>;
  /** The error of the formula. The server has the same text. */
  formulaProblem: string | undefined;
  /** A charge with which the typed mass would fit the formula much better. */
  suggested: { charge: number; mass: number } | undefined;
}

export function useLive(row: Row): Live {
  const formula = useDeferredValue(row.formula.trim());
  const { data: masses, error } = useQuery(massesQuery(formula));
  const line = liveOf(row, masses);
  return {
    line,
    masses,
    refused: refusedOf(row, line),
    formulaProblem: formula === '' ? undefined : error?.message,
    suggested: masses && suggestedIon(line, masses),
  };
}

/** The errors that a save of this line would cause. Empty for a line without a value. */
export function refusedOf(row: Row, line: Measurement): Live['refused'] {
  return row.value.trim() === '' ? {} : cellsOf(lineProblems(inputOf(row), line));
}

/** The line of the result with all computed fields. */
export function liveOf(row: Row, masses: Masses | undefined): Measurement {
  return completeLine(inputOf(row), masses, row.spectrum ?? undefined);
}
