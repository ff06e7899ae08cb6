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

/** Files from programs; default: the waiting ones. */
export function importsQuery(filter: ReturnType<typeof readFilter>) {
  return queryOptions({
    queryKey: [...importsKey, filter],
    queryFn: () => parseResponse(api.lab.imports.$get({ query: filterQuery(filter) })),
    refetchInterval: 30_000,
  });
}

/** A decision about a file: its task, or that it belongs to none. */
export function useDecision<Input>(call: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    // After a success or a refusal, list, samples and injections have changed.
    onSettled: () => queries.invalidateQueries({ queryKey: labKey }),
  });
}
