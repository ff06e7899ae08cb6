import type { SubmitterCount, Verdicts } from '@vialproof/contract/dossiers';
import type { Measurement } from '@vialproof/contract/results';
import { LEAST_FOR_INTERVAL, wilson } from '@vialproof/science/statistics/wilson';

type Verdict = Measurement['verdict'];

/** The verdict of a whole test: fail if one line fails, pass if some pass and none fails. */
export function verdictOfTest(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.includes('pass') ? 'pass' : null;
}

/**
 * The verdict of several tests: pass or fail if all agree, otherwise 'disagree'. Tests without a verdict are left out.
 */
export function verdictOf(verdicts: readonly Verdict[]): 'pass' | 'fail' | 'disagree' | 'not_judged' {
  const judged = new Set(verdicts.filter((verdict) => verdict !== null));
  if (judged.size > 1) return 'disagree';
  const [only = 'not_judged' as const] = judged;
  return only;
}

export type VerdictCounts = { pass: number; fail: number; disagree: number; not_judged: number };

/** The counted verdicts as the API sends them. From five verdicts on, they have an interval. */
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

/** The number of customers in rough steps, so that nobody can be recognised. */
export function submittersOf(customers: number): SubmitterCount | null {
  if (customers === 0) return null;
  if (customers === 1) return '1';
  return customers < 5 ? '2-4' : '5+';
}
