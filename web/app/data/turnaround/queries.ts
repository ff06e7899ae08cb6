import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';

/** The measured turnaround of each product family in the price list. */
export function turnaroundQuery(client: ApiClient = api) {
  return queryOptions({
    queryKey: ['turnaround'],
    queryFn: async ({ signal }) => {
      const { data } = await parseResponse(client.turnaround.$get({}, { init: { signal } }));
      return data;
    },
  });
}
