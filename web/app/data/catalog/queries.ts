import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';

/** All tests that are for sale. */
export function catalogQuery(client: ApiClient = api) {
  return queryOptions({
    queryKey: ['catalog'],
    queryFn: async ({ signal }) => {
      const { data } = await parseResponse(client.skus.catalog.$get({}, { init: { signal } }));
      return data;
    },
  });
}
