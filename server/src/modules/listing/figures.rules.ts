import type { Measurement } from '@vialproof/contract/results';

/** What a list says of a result in one word: it fails by one line, and passes when a line was judged and none fails. */
export type OverallVerdict = 'pass' | 'fail' | 'not_judged';

export function overallVerdict(measurements: Pick<Measurement, 'verdict'>[]): OverallVerdict {
  const verdicts = measurements.map(({ verdict }) => verdict);
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.includes('pass') ? 'pass' : 'not_judged';
}
