import type { LiveNews } from '@vialproof/contract/events';
import { useEffect, useEffectEvent } from 'react';
import type { Topics } from './live';
import { useSession } from './session';

/**
 * While a page is open, calls `tell` with each change on the server for the signed-in user and for the topics
 * (`followLive`). `topics` is undefined while they are not known yet.
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
    // Loaded after the page, so that anonymous readers do not wait for it.
    void import('./live').then(({ followLive }) => {
      if (!isGone) stop = followLive(JSON.parse(asked), (news) => told(news));
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [asked, person]);
}
