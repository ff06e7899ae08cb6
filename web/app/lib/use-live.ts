import type { LiveNews } from '@vialproof/contract/events';
import { useEffect, useEffectEvent } from 'react';
import type { Topics } from './live';
import { useSession } from './session';

/**
 * Calls `tell` with each change on the server for this user and these topics, while the page is open. `topics` is
 * undefined while they are not known.
 */
export function useLive(topics: Topics | undefined, tell: (news: LiveNews | null) => void): void {
  const told = useEffectEvent(tell);
  const person = useSession()?.user.id;
  const asked = topics && JSON.stringify(topics);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another stream.
  useEffect(() => {
    if (asked === undefined) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    // Loaded late, because readers who are not signed in do not need it.
    void import('./live').then(({ followLive }) => {
      if (!isGone) stop = followLive(JSON.parse(asked), (news) => told(news));
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [asked, person]);
}
