import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mine, testQuery } from '../../data/orders/queries';
import { followLive } from '../../lib/live';
import { useSession } from '../../lib/session';

/** While the signed-in area is open, what changes on the server changes on the page. */
export function useLive(): void {
  const queries = useQueryClient();
  const person = useSession()?.user.id;
  useEffect(() => {
    if (!person) return undefined;
    const refresh = (queryKey: readonly string[]) => void queries.invalidateQueries({ queryKey });
    return followLive({}, (news) => {
      if (news && news.kind !== 'request') return;
      // What somebody is typing into (profile, security) does not change by these.
      for (const part of ['stats', 'tests', 'payments']) refresh([...mine, part]);
      refresh(news ? testQuery(news.id).queryKey : [...mine, 'test']);
    });
  }, [queries, person]);
}
