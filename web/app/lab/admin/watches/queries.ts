import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { labKey } from '../../queries';

/** What is watched how often, and which mails left for it. */
export const watchesQuery = queryOptions({
  queryKey: [...labKey, 'watches'],
  queryFn: async () => (await parseResponse(api.lab.watches.$get())).data,
  refetchInterval: 60_000,
});
