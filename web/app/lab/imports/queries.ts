import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ImportState } from '@vialproof/contract/imports';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { choiceIn, filterQuery, pageIn } from '../../lib/list-address';
import { importsKey, labKey } from '../queries';

export const readFilter = (search: URLSearchParams) => ({
  state: choiceIn(search, 'state', ImportState.options),
  page: pageIn(search),
});

/** The files that programs sent, those that wait unless the filter says another state. */
export function importsQuery(filter: ReturnType<typeof readFilter>) {
  return queryOptions({
    queryKey: [...importsKey, filter],
    queryFn: () => parseResponse(api.lab.imports.$get({ query: filterQuery(filter) })),
    refetchInterval: 30_000,
  });
}

/** What somebody says of a file: whose it is, or that it is nobody's. */
export function useDecision<Input>(call: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    // Whether it worked or somebody was faster: list, samples and injections are others now.
    onSettled: () => queries.invalidateQueries({ queryKey: labKey }),
  });
}
