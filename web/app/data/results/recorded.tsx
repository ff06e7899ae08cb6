import type { Result } from '@vialproof/contract/results';
import { lazy, Suspense } from 'react';

// Few results have such records, so the code is loaded on demand.
const RecordedFacts = lazy(() => import('./recorded-facts'));

/** The laboratory records beside the measurements; empty if the result has no records. */
export function Recorded({ result }: { result: Result }) {
  const isRecorded = result.record || result.measurements.some((line) => line.method_details);
  return isRecorded ? (
    <Suspense>
      <RecordedFacts result={result} />
    </Suspense>
  ) : null;
}
