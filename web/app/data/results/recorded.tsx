import type { Result } from '@vialproof/contract/results';
import { lazy, Suspense } from 'react';

// Few results have such records, so the code is loaded on demand.
const RecordedFacts = lazy(() => import('./recorded-facts'));

/** Shows what the laboratory recorded beside the measurements. A result without such records shows nothing. */
export function Recorded({ result }: { result: Result }) {
  const isRecorded = result.record || result.measurements.some((line) => line.method_details);
  return isRecorded ? (
    <Suspense>
      <RecordedFacts result={result} />
    </Suspense>
  ) : null;
}
