import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';

/** The security settings of the account. The key is below 'me', like all data of the signed-in user. */
export const securityQuery = queryOptions({
  queryKey: ['me', 'security'],
  queryFn: async () => (await parseResponse(api.me.security.$get())).data,
});
