import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';

export function logQuery(client: ApiClient = api) {
  return queryOptions({
    queryKey: ['log'],
    queryFn: async ({ signal }) => {
      const { data } = await parseResponse(client.log.$get({}, { init: { signal } }));
      return data;
    },
  });
}
