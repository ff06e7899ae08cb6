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

/** Files that programs have sent. Without a filter, the files that wait for a decision. */
export function importsQuery(filter: ReturnType<typeof readFilter>) {
  return queryOptions({
    queryKey: [...importsKey, filter],
    queryFn: () => parseResponse(api.lab.imports.$get({ query: filterQuery(filter) })),
    refetchInterval: 30_000,
  });
}

/** A decision about a file: the task to which it belongs, or that it belongs to no task. */
export function useDecision<Input>(call: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    // The list, the samples and the injections are loaded again, whether the server accepted or refused the call.
    onSettled: () => queries.invalidateQueries({ queryKey: labKey }),
  });
}
