import { useQuery } from '@tanstack/react-query';
import { lineProblems } from '@vialproof/contract/line-problems';
import type { Masses } from '@vialproof/contract/methods';
import type { Measurement } from '@vialproof/contract/results';
import { completeLine } from '@vialproof/science/measurement/completed-line';
import { useDeferredValue } from 'react';
import { cellsOf } from './field-paths';
import { massesQuery } from './masses';
import { inputOf, type Row, suggestedIon } from './measurement-text';

/** What a line comes to while it is typed, by the rules that the server decides by. */
export interface Live {
  /** As the server will store it, when it is saved now. */
  line: Measurement;
  masses: Masses | undefined;
  /** What a save would refuse now, by the cell that it stands in. */
  refused: Partial<Record<keyof Row, string>>;
  /** What is wrong with the formula, in the server's words. */
  formulaProblem: string | undefined;
  /** The charge with which what was typed as a mass explains the formula much better. */
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

/** What a save would refuse of a line, `line` being what it comes to; nothing of one in which no value stands yet. */
export function refusedOf(row: Row, line: Measurement): Live['refused'] {
  return row.value.trim() === '' ? {} : cellsOf(lineProblems(inputOf(row), line));
}

/** The line with everything that follows from it. */
export function liveOf(row: Row, masses: Masses | undefined): Measurement {
  return completeLine(inputOf(row), masses, row.spectrum ?? undefined);
}
