import { useQueryClient } from '@tanstack/react-query';
import { mine, testQuery } from '../../data/orders/queries';
import { useSession } from '../../lib/session';
import { useLive } from '../../lib/use-live';

/** Updates the open dashboard pages when data change on the server. */
export function useLiveDashboard(): void {
  const queries = useQueryClient();
  const refresh = (queryKey: readonly string[]) => void queries.invalidateQueries({ queryKey });
  useLive(useSession() ? {} : undefined, (news) => {
    if (news && news.kind !== 'request') return;
    // Events reload these lists, but not the data of forms (profile, security).
    for (const part of ['stats', 'tests', 'payments', 'showcases']) refresh([...mine, part]);
    refresh(news ? testQuery(news.id).queryKey : [...mine, 'test']);
  });
}
