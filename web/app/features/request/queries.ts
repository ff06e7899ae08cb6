import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api';
import { read } from '../../lib/client';

/** Everything that is sold. */
export function catalogQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['catalog'],
    queryFn: async () => (await read(client.skus.catalog.$get())).data,
  });
}
