import { useQueryClient } from '@tanstack/react-query';
import { mine, testQuery } from '../../data/orders/queries';
import { useSession } from '../../lib/session';
import { useLive } from '../../lib/use-live';

/** While the signed-in area is open, what changes on the server changes on the page. */
export function useLiveDashboard(): void {
  const queries = useQueryClient();
  const refresh = (queryKey: readonly string[]) => void queries.invalidateQueries({ queryKey });
  useLive(useSession() ? {} : undefined, (news) => {
    if (news && news.kind !== 'request') return;
    // What somebody is typing into (profile, security) does not change by these.
    for (const part of ['stats', 'tests', 'payments', 'showcases']) refresh([...mine, part]);
    refresh(news ? testQuery(news.id).queryKey : [...mine, 'test']);
  });
}
