import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, api } from '../../lib/api';
import { read } from '../../lib/client';

export function catalogQuery(client: ApiClient = api) {
  return queryOptions({
    queryKey: ['catalog'],
    queryFn: async ({ signal }) => {
      const { data } = await read(client.skus.catalog.$get({}, { init: { signal } }));
      return data;
    },
  });
}
