import type { DossierTest } from '@vialproof/contract/dossiers';
import type { Overall } from '@vialproof/contract/results';
import type { ListedTest, TestsVerdict } from '@vialproof/contract/tests';
import { toHundredth } from '@vialproof/science/measurement/label-deviation';
import { outcomeOf } from '@vialproof/science/measurement/overall-statement';

/** The numbers of a published test in the table of a compound, maker or batch. */
export type RowFigures = Pick<DossierTest, 'purity' | 'label_percent' | 'verdict'>;

/** A test without a published result has no figures. */
export const NO_FIGURES: RowFigures = { purity: null, label_percent: null, verdict: null };

/** The numbers for a row of the public list. */
export function rowFigures({
  result,
  label_deviation_percent: off,
}: Pick<ListedTest, 'result' | 'label_deviation_percent'>): RowFigures {
  if (!result) return NO_FIGURES;
  const outcome = outcomeOf(result.measurements);
  const { judged, not_judged, outside } = outcome;
  return {
    purity: result.purity ?? null,
    label_percent: off === undefined ? null : toHundredth(100 + off),
    verdict: { is: overallVerdict({ judged, not_judged, passed: judged - outside.length }), ...outcome },
  };
}

/** The verdict by which the list can be filtered. 'pass' only if every measurement was judged. */
export function overallVerdict({ judged, not_judged, passed }: Omit<Overall, 'text'>): TestsVerdict {
  if (judged === 0) return 'not_judged';
  if (passed < judged) return 'fail';
  return not_judged === 0 ? 'pass' : 'partly';
}
