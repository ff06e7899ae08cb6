import type { SubmitterCount, Verdicts } from '@vialproof/contract/dossiers';
import { LEAST_FOR_INTERVAL, wilson } from '@vialproof/contract/statistics/wilson';

export type VerdictCounts = { pass: number; fail: number; disagree: number; not_judged: number };

/** Counts of units as they are answered; n of the interval is pass + fail, and there is none for less than five. */
export function verdictsOf({ pass, fail, disagree, not_judged }: VerdictCounts): Verdicts {
  const n = pass + fail;
  return {
    pass,
    fail,
    undecided: disagree + not_judged,
    not_judged,
    interval: n < LEAST_FOR_INTERVAL ? null : { method: 'wilson', level: 0.95, ...wilson(pass, n) },
  };
}

/** In steps, so that nobody is told apart. */
export function submittersOf(customers: number): SubmitterCount | null {
  if (customers === 0) return null;
  if (customers === 1) return '1';
  return customers < 5 ? '2-4' : '5+';
}
