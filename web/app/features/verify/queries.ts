import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';

export interface Credentials {
  taskNumber: string;
  uniqueKey: string;
}

/** One check of a task number and its key. Never repeated by itself: ten tries a minute are allowed. */
export function verificationQuery(credentials: Credentials | null) {
  return queryOptions({
    queryKey: ['verification', credentials],
    enabled: credentials !== null,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = credentials ?? { taskNumber: '', uniqueKey: '' };
      const { data } = await parseResponse(api.tests.verify.$get({ query }, { init: { signal } }));
      return data;
    },
  });
}
