import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LabRequest } from '@vialproof/contract/lab';
import { injectionsKey, labKey, requestQuery } from './queries';

/**
 * A change in the laboratory. Its answer is shown at once in place of what the query `shown` holds (`put` says how, where it
 * is only a part of that), and what else changes by it, `touched`, is asked again. After a refusal all of it is asked again,
 * because somebody else may have gone further.
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
      // An answer to a reading that began before the change would show the page as it was.
      await queries.cancelQueries({ queryKey: shown });
      if (put) queries.setQueryData<Shown>(shown, (before) => before && put(before, data));
      else queries.setQueryData(shown, data);
      askAgain(touched);
    },
    onError: () => askAgain([shown, ...touched]),
  });
}

/** A step on the sample `id`, as in the address. */
export function useStep<Input>(id: string, call: (input: Input) => Promise<{ data: LabRequest }>) {
  return useChange(call, {
    shown: requestQuery(id).queryKey,
    touched: [[...labKey, 'queue'], injectionsKey(id)],
  });
}
