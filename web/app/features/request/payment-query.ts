import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';

const longestWaitMs = 15_000;

/** The state of a payment. The query repeats until the payment is confirmed, with longer and longer pauses. */
export function checkoutQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['checkout', sessionId],
    queryFn: async () =>
      (await parseResponse(api.checkout[':session_id'].$get({ param: { session_id: sessionId } }))).data,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state === 'confirming'
        ? Math.min(1_000 * 1.4 ** (state.dataUpdateCount - 1), longestWaitMs)
        : false,
  });
}
