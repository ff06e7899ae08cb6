import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLive } from '../../lib/live';
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
    return followLive(id ? { group: [id] } : { groups: true }, (news) => {
      if (news && news.kind !== (id ? 'group' : 'groups')) return;
      void queries.invalidateQueries({ queryKey });
    });
  }, [queries, id, person, isKnown]);
}
