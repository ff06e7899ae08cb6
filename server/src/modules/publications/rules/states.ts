import type { Visibility } from '@vialproof/contract/primitives';
import type { CountedTest } from './counted-tests.ts';

type Known = { visibility: Visibility; registered_as: Visibility; result: object | null };

/** How a received test is counted. Undefined: not at all, because it was private from the start. */
export function stateOf({ visibility, registered_as, result }: Known): CountedTest['state'] | undefined {
  if (visibility === 'public') return result === null ? 'pending' : 'published';
  return registered_as === 'public' ? 'withheld' : undefined;
}
