import type { Overall } from '@vialproof/contract/results';
import type { TestsVerdict } from '@vialproof/contract/tests';

/** The verdict filter of a list: 'pass' only if every line was judged. */
export function overallVerdict({ judged, not_judged, passed }: Omit<Overall, 'text'>): TestsVerdict {
  if (judged === 0) return 'not_judged';
  if (passed < judged) return 'fail';
  return not_judged === 0 ? 'pass' : 'partly';
}
