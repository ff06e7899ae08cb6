import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { labKey } from '../../queries';

/** How many e-mail alerts each subject has, and how many mails were sent for them. */
export const watchesQuery = queryOptions({
  queryKey: [...labKey, 'watches'],
  queryFn: async () => (await parseResponse(api.lab.watches.$get())).data,
  refetchInterval: 60_000,
});
