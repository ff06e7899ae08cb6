import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../lib/session';

/** While a group or the list is open, what changes on the server changes on the page. */
export function useLiveGroups(id?: string): void {
  const queries = useQueryClient();
  const session = useSession();
  const person = session?.user.id ?? '';
  const isKnown = session !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody else signed in reads a line of their own.
  useEffect(() => {
    if (!isKnown) return undefined;
    const queryKey = id ? ['group', id] : ['groups'];
    let stop: (() => void) | undefined;
    let isGone = false;
    // Fetched once the page stands: a stranger who only looks does not wait for it.
    void import('../../lib/live').then(({ followLive }) => {
      if (isGone) return;
      stop = followLive(id ? { group: [id] } : { groups: true }, (news) => {
        if (news && news.kind !== (id ? 'group' : 'groups')) return;
        void queries.invalidateQueries({ queryKey });
      });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [queries, id, person, isKnown]);
}
