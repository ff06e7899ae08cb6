import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LabRequest } from '@vialproof/contract/lab';
import { injectionsKey, labKey, requestQuery } from './queries';

/**
 * A change in the laboratory. Its answer replaces the data of the query `shown` at once; `put` says how, if it is only
 * a part. The queries in `touched` load again. After a refusal all of them load again, because another person may have
 * changed something.
 */
export function useChange<Input, Data, Shown = Data>(
  call: (input: Input) => Promise<{ data: Data }>,
  {
    shown,
    put,
    touched,
  }: { shown: QueryKey; put?: (before: Shown, data: Data) => Shown; touched: readonly QueryKey[] },
) {
  const queries = useQueryClient();
  const askAgain = (keys: readonly QueryKey[]) => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  };
  return useMutation({
    mutationFn: call,
    onSuccess: async ({ data }) => {
      const wasAsking = queries.isFetching({ queryKey: shown }) > 0;
      // A query that was sent before the change would answer with the old state.
      await queries.cancelQueries({ queryKey: shown });
      if (put) queries.setQueryData<Shown>(shown, (before) => before && put(before, data));
      else queries.setQueryData(shown, data);
      // One that was sent after it may be about the change of another person.
      askAgain(wasAsking ? [shown, ...touched] : touched);
    },
    onError: () => askAgain([shown, ...touched]),
  });
}

/** An action on a sample. `id` is written as in the address. */
export function useStep<Input>(id: string, call: (input: Input) => Promise<{ data: LabRequest }>) {
  return useChange(call, {
    shown: requestQuery(id).queryKey,
    touched: [[...labKey, 'queue'], injectionsKey(id)],
  });
}
