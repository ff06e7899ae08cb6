import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { auditKey, labKey } from '../../queries';
import { useChange } from '../../use-step';

/** All tests in the order of the price list, including retired tests. */
export const skusQuery = queryOptions({
  queryKey: [...labKey, 'skus'],
  queryFn: async (): Promise<StaffSku[]> => (await parseResponse(api.lab.skus.$get())).data,
});

/** The pages /pricing and /request must show the change at once. */
const touched = [skusQuery.queryKey, ['catalog'], auditKey];

/**
 * A change of one test in the catalog. The changed test replaces the old one in the list; a new test is added as the
 * last.
 */
export function useSkuChange<Input>(call: (input: Input) => Promise<{ data: StaffSku }>) {
  return useChange(call, {
    shown: skusQuery.queryKey,
    put: (skus: StaffSku[], changed) =>
      skus.some(({ id }) => id === changed.id)
        ? skus.map((sku) => (sku.id === changed.id ? changed : sku))
        : [...skus, changed],
    touched,
  });
}

/** A change of the whole list. The server answers with the new list. */
export function useListChange<Input>(call: (input: Input) => Promise<{ data: StaffSku[] }>) {
  return useChange(call, { shown: skusQuery.queryKey, touched });
}

const placing = ['place-sku'];

interface Move {
  id: string;
  afterId: string | null;
}

/**
 * Moves a test behind another test. The screen shows the move at once, and the server gets one move after the other.
 */
export function usePlacing() {
  const queries = useQueryClient();
  const show = ({ id, afterId }: Move) =>
    queries.setQueryData(skusQuery.queryKey, (skus) => skus && placed(skus, id, afterId));
  const { error, mutate } = useMutation({
    mutationKey: placing,
    scope: { id: 'place-sku' },
    mutationFn: ({ id, afterId }: Move) =>
      parseResponse(api.lab.skus[':id'].place.$post({ param: { id }, json: { after_id: afterId } })),
    onMutate: async (move) => {
      // A list that is still loading is cancelled, because it would undo the move on the screen.
      await queries.cancelQueries({ queryKey: skusQuery.queryKey });
      show(move);
    },
    // While further moves wait, the screen is newer than this answer of the server.
    onSuccess: ({ data }) => {
      if (queries.isMutating({ mutationKey: placing }) > 1) return;
      queries.setQueryData(skusQuery.queryKey, data);
      for (const queryKey of touched) void queries.invalidateQueries({ queryKey });
    },
    onError: () => void queries.invalidateQueries({ queryKey: skusQuery.queryKey }),
  });
  return {
    error,
    /**
     * The tests for sale after the last move. The screen shows this order a moment later, perhaps only after the next
     * key press.
     */
    idsOfSold: () =>
      (queries.getQueryData(skusQuery.queryKey) ?? [])
        .filter(({ retired_at }) => retired_at === null)
        .map(({ id }) => id),
    place(move: Move) {
      show(move);
      mutate(move);
    },
  };
}

function placed(skus: StaffSku[], id: string, afterId: string | null): StaffSku[] {
  const moved = skus.find((sku) => sku.id === id);
  if (!moved) return skus;
  const others = skus.filter((sku) => sku.id !== id);
  return others.toSpliced(others.findIndex((sku) => sku.id === afterId) + 1, 0, moved);
}
