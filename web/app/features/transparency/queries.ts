import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, api } from '../../lib/api';
import { read } from '../../lib/client';

export function logQuery(client: ApiClient = api) {
  return queryOptions({
    queryKey: ['log'],
    queryFn: async ({ signal }) => {
      const { data } = await read(client.log.$get({}, { init: { signal } }));
      return data;
    },
  });
}
