import { isPurity } from '@vialproof/contract/measurement-words';
import type { Measurement } from '@vialproof/contract/results';

/** What a list says of a result in one word: it fails by one line, and passes when a line was judged and none fails. */
export type OverallVerdict = 'pass' | 'fail' | 'not_judged';

export function overallVerdict(measurements: Pick<Measurement, 'verdict'>[]): OverallVerdict {
  const verdicts = measurements.map(({ verdict }) => verdict);
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.includes('pass') ? 'pass' : 'not_judged';
}

/** Purity in %, of the first line that measured it; null where none did, and where the value is no number. */
export function purityPercent(measurements: Measurement[]): number | null {
  const line = measurements.find(isPurity);
  const value = Number(line?.value ?? Number.NaN);
  return line && !line.qualifier && line.value !== '' && Number.isFinite(value) ? value : null;
}
