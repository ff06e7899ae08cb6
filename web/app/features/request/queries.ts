import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import type { ApiClient } from '../../lib/api';

/** Everything that is sold. */
export function catalogQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['catalog'],
    queryFn: async () => (await parseResponse(client.skus.catalog.$get())).data,
  });
}
