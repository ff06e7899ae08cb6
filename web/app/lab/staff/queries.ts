import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { filterQuery, pageIn, textIn } from '../../lib/list-address';
import { labKey } from '../queries';

export const readFilter = (params: URLSearchParams) => ({ q: textIn(params), page: pageIn(params) });

/** One page of 25 entries of the security log of all accounts, newest first. */
export function securityLogQuery(filter: ReturnType<typeof readFilter>) {
  return queryOptions({
    queryKey: [...labKey, 'security-log', filter],
    queryFn: () => parseResponse(api.lab['security-log'].$get({ query: filterQuery(filter) })),
  });
}
