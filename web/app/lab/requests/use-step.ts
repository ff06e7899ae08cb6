import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LabRequest } from '@vialproof/contract/lab';
import { labKey, requestQuery } from '../queries';

/**
 * One step of the laboratory on the sample `id`: the answer becomes what the screen shows, and the queue is asked again.
 * After a refusal the sample is asked again too, because somebody else may have gone further.
 */
export function useStep<Input>(id: string, call: (input: Input) => Promise<{ data: LabRequest }>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: ({ data }) => {
      queries.setQueryData(requestQuery(id).queryKey, data);
      void queries.invalidateQueries({ queryKey: [...labKey, 'queue'] });
    },
    onError: () => {
      void queries.invalidateQueries({ queryKey: requestQuery(id).queryKey });
    },
  });
}
