import { useQuery } from '@tanstack/react-query';
import { figuresOf, judge, percentOfClaim, ruleWords, statisticsOf } from '@vialproof/contract/measuring';
import type { Masses } from '@vialproof/contract/methods';
import type { Computed, Measurement } from '@vialproof/contract/results';
import { useDeferredValue } from 'react';
import { massesQuery } from './masses';
import { inputOf, massOf, type Row, suggestedIon } from './measurement-text';

/** What a line comes to while it is typed, by the rules that the server decides by. */
export interface Live {
  /** As the server will store it, when it is saved now. */
  line: Measurement;
  /** The limit in words; of a line without a rule what was typed. */
  limit: string;
  masses: Masses | undefined;
  /** What is wrong with the formula, in the server's words. */
  formulaProblem: string | undefined;
  /** The charge with which what was typed as a mass explains the formula much better. */
  suggested: { charge: number; mass: number } | undefined;
}

export function useLive(row: Row): Live {
  const formula = useDeferredValue(row.formula.trim());
  const { data: masses, error } = useQuery(massesQuery(formula));
  return {
    ...liveOf(row, masses),
    masses,
    formulaProblem: formula === '' ? undefined : error?.message,
    suggested: masses && suggestedIon(row, masses),
  };
}

/** The line with everything that follows from it. */
export function liveOf(row: Row, masses: Masses | undefined): Pick<Live, 'line' | 'limit'> {
  const input = inputOf(row);
  const mass = massOf(row, masses);
  const figures = figuresOf(input, mass);
  const { rule, override } = input;
  const statistics = input.qualifier ? undefined : statisticsOf(input.replicates ?? []);
  const verdict = rule && !isUnfinished(rule) ? judge(rule, figures) : null;
  const computed: Computed = {
    n: statistics?.n ?? null,
    mean: statistics?.mean ?? null,
    rsd_percent: statistics?.rsd_percent ?? null,
    percent_of_claim: percentOfClaim(figures) ?? null,
    mass,
    verdict,
  };
  const line: Measurement = {
    ...input,
    verdict: override ? override.verdict : rule ? verdict : input.verdict,
    computed,
  };
  const words = rule && !isUnfinished(rule) ? ruleWords(rule, masses?.[row.basis]) : '';
  return { line, limit: rule && !(rule.kind === 'absent' && row.limit.trim()) ? words : row.limit.trim() };
}

/** Its numbers are not all typed yet. */
function isUnfinished(rule: object): boolean {
  return Object.values(rule).some((part) => Number.isNaN(part));
}
