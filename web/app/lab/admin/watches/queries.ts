import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { labKey } from '../../queries';

/** The number of e-mail alerts by subject, and the mails sent for them. */
export const watchesQuery = queryOptions({
  queryKey: [...labKey, 'watches'],
  queryFn: async () => (await parseResponse(api.lab.watches.$get())).data,
  refetchInterval: 60_000,
});
