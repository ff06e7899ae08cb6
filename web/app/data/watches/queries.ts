import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';

/** The alerts of the account's address. The key is below 'me', like all data of the signed-in user. */
export const watchesQuery = queryOptions({
  queryKey: ['me', 'watches'],
  queryFn: async () => (await parseResponse(api.me.watches.$get())).data,
});
