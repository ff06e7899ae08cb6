import type { OwnLimit, OwnLimitQuery } from '@vialproof/contract/dossiers';
import { isWithin } from '@vialproof/science/measurement/rule-bounds';
import { fold } from '@vialproof/science/text/fold';
import { verdictOf, verdictOfTest, verdictsOf } from './verdicts.ts';

export type UnitValue = { unit: string; test: string; value: number | null };

/** Whether the reader's limit is about this analyte. */
export const isMeant = ({ analyte = 'purity' }: OwnLimitQuery, analyteKey: string): boolean =>
  fold(analyte) === analyteKey;

/** Compares values with the reader's limit. Null without a limit. Texts such as '< LOQ' are left out. */
export function byOwnLimit(values: readonly UnitValue[], query: OwnLimitQuery): OwnLimit | null {
  const { min, max } = query;
  if (min === undefined && max === undefined) return null;
  const bounds = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY] as const;
  const verdict = ({ value }: UnitValue) =>
    value === null ? null : isWithin(bounds, value) ? ('pass' as const) : ('fail' as const);
  const units = Map.groupBy(values, ({ unit }) => unit);
  const counts = { pass: 0, fail: 0, disagree: 0, not_judged: 0 };
  for (const [, same] of units) {
    const tests = Map.groupBy(same, ({ test }) => test);
    counts[verdictOf([...tests.values()].map((of) => verdictOfTest(of.map(verdict))))] += 1;
  }
  return { min: min ?? null, max: max ?? null, n_values: values.length, ...verdictsOf(counts) };
}
