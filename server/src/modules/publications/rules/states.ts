import type { Visibility } from '@vialproof/contract/primitives';
import type { CountedTest } from './counted-tests.ts';

type Known = { visibility: Visibility; registered_as: Visibility; result: object | null };

/**
 * The counted state of a received test. A test that is private and was registered as private is not counted: undefined.
 */
export function stateOf({ visibility, registered_as, result }: Known): CountedTest['state'] | undefined {
  if (visibility === 'public') return result === null ? 'pending' : 'published';
  return registered_as === 'public' ? 'withheld' : undefined;
}
