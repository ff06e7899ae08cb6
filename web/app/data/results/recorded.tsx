import type { Result } from '@vialproof/contract/results';
import { lazy, Suspense } from 'react';

// Few results have such a record; the pages of the others do not carry its words.
const RecordedFacts = lazy(() => import('./recorded-facts'));

/** What the bench recorded beside the figures; nothing where it recorded nothing. */
export function Recorded({ result }: { result: Result }) {
  const isRecorded = result.record || result.measurements.some((line) => line.method_details);
  return isRecorded ? (
    <Suspense>
      <RecordedFacts result={result} />
    </Suspense>
  ) : null;
}
