import type { LiveNews } from '@vialproof/contract/events';
import { useEffect, useEffectEvent } from 'react';
import type { Topics } from './live';
import { useSession } from './session';

/**
 * While a page is open, `tell` gets what changes on the server for whoever is signed in, and in the topics (`followLive`).
 * Undefined topics wait.
 */
export function useLive(topics: Topics | undefined, tell: (news: LiveNews | null) => void): void {
  const told = useEffectEvent(tell);
  const person = useSession()?.user.id;
  const asked = topics && JSON.stringify(topics);
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody else signed in reads a line of their own.
  useEffect(() => {
    if (asked === undefined) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    // Fetched once the page stands: a stranger who only looks does not wait for it.
    void import('./live').then(({ followLive }) => {
      if (!isGone) stop = followLive(JSON.parse(asked), (news) => told(news));
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [asked, person]);
}
