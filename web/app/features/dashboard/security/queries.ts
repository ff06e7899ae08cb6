import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { mine } from '../../../data/orders/queries';
import { api } from '../../../lib/api';

/** One page of the account's security events, newest first. A page has 25 events. */
export function logQuery(page: number) {
  return queryOptions({
    queryKey: [...mine, 'security-log', page],
    queryFn: () => parseResponse(api.me['security-log'].$get({ query: { page: String(page) } })),
  });
}

/** What would be lost and what would stay if the account were deleted today. */
export const deletionQuery = queryOptions({
  queryKey: [...mine, 'deletion'],
  queryFn: async () => (await parseResponse(api.me.deletion.$get())).data,
  staleTime: 0,
});
