import type { Visibility } from '@vialproof/contract/primitives';
import type { CountedTest } from './counted-tests.ts';

type Known = { visibility: Visibility; registered_as: Visibility; published_ms: number | null };

/**
 * How a test that was taken in is counted. What was private from the beginning, and is, is counted nowhere: undefined.
 */
export function stateOf({
  visibility,
  registered_as,
  published_ms,
}: Known): CountedTest['state'] | undefined {
  if (visibility === 'public') return published_ms === null ? 'pending' : 'published';
  return registered_as === 'public' ? 'withheld' : undefined;
}
