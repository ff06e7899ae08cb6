import { queryOptions } from '@tanstack/react-query';
import type { Masses } from '@vialproof/contract/methods';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { labKey } from '../queries';

/** The masses of a formula and its ions. They never change, so they are never loaded again. */
export function massesQuery(formula: string) {
  return queryOptions({
    queryKey: [...labKey, 'masses', formula],
    queryFn: async (): Promise<Masses> =>
      (await parseResponse(api.lab.masses.$get({ query: { formula } }))).data,
    enabled: formula !== '',
    staleTime: Number.POSITIVE_INFINITY,
    // A wrong formula stays wrong, so the call to the server is not repeated.
    retry: false,
  });
}
