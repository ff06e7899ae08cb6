import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { labKey } from '../queries';

/** Everybody with a role. */
export const staffQuery = queryOptions({
  queryKey: [...labKey, 'staff'],
  queryFn: async () => (await parseResponse(api.lab.staff.$get())).data,
});

export interface LogFilter {
  q: string;
  page: number;
}

/** One page of 25 of the security log of all accounts, newest first. */
export function securityLogQuery({ q, page }: LogFilter) {
  return queryOptions({
    queryKey: [...labKey, 'security-log', { q, page }],
    queryFn: () =>
      parseResponse(
        api.lab['security-log'].$get({
          query: { ...(q && { q }), ...(page > 1 && { page: String(page) }) },
        }),
      ),
  });
}
