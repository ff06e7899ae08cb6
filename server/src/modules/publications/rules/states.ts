import type { Visibility } from '@vialproof/contract/primitives';
import type { CountedTest } from './counted-tests.ts';

type Known = { visibility: Visibility; registered_as: Visibility; result: object | null };

/** How a received test counts. Undefined: it does not, because it is private from the start. */
export function stateOf({ visibility, registered_as, result }: Known): CountedTest['state'] | undefined {
  if (visibility === 'public') return result === null ? 'pending' : 'published';
  return registered_as === 'public' ? 'withheld' : undefined;
}
