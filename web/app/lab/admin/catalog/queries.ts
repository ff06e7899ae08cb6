import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { labKey } from '../../queries';

/** Every test in the order of the price list, retired ones included. */
export const skusQuery = queryOptions({
  queryKey: [...labKey, 'skus'],
  queryFn: async (): Promise<StaffSku[]> => (await parseResponse(api.lab.skus.$get())).data,
});

/** Somebody who goes from here to /pricing or /request sees the change there. */
function useRefresh() {
  const queries = useQueryClient();
  return (change: (skus: StaffSku[]) => StaffSku[]) => {
    queries.setQueryData(skusQuery.queryKey, (skus) => skus && change(skus));
    void queries.invalidateQueries({ queryKey: skusQuery.queryKey });
    void queries.invalidateQueries({ queryKey: ['catalog'] });
    void queries.invalidateQueries({ queryKey: [...labKey, 'audit'] });
  };
}

/** A change of one test; the answer takes its place in the list, and a refusal has the list asked again. */
export function useSkuChange<Input>(call: (input: Input) => Promise<{ data: StaffSku }>) {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: call,
    onSuccess: ({ data }) =>
      refresh((skus) =>
        skus.some(({ id }) => id === data.id)
          ? skus.map((sku) => (sku.id === data.id ? data : sku))
          : [...skus, data],
      ),
    onError: () => {
      void queries.invalidateQueries({ queryKey: skusQuery.queryKey });
      void queries.invalidateQueries({ queryKey: [...labKey, 'audit'] });
    },
  });
}

/** A change of the whole list, whose answer is the list. */
export function useListChange<Input>(call: (input: Input) => Promise<{ data: StaffSku[] }>) {
  const refresh = useRefresh();
  return useMutation({ mutationFn: call, onSuccess: ({ data }) => refresh(() => data) });
}

const placing = ['place-sku'];

interface Move {
  id: string;
  afterId: string | null;
}

/** Moves a test behind another one: on the screen at once, on the server one move after the other. */
export function usePlacing() {
  const queries = useQueryClient();
  const refresh = useRefresh();
  const show = ({ id, afterId }: Move) =>
    queries.setQueryData(skusQuery.queryKey, (skus) => skus && placed(skus, id, afterId));
  const { error, mutate } = useMutation({
    mutationKey: placing,
    scope: { id: 'place-sku' },
    mutationFn: ({ id, afterId }: Move) =>
      parseResponse(api.lab.skus[':id'].place.$post({ param: { id }, json: { after_id: afterId } })),
    onMutate: async (move) => {
      // A list that was on its way gives up, and takes back what was shown meanwhile.
      await queries.cancelQueries({ queryKey: skusQuery.queryKey });
      show(move);
    },
    // While further moves wait, the screen is ahead of this answer.
    onSuccess: ({ data }) => {
      if (queries.isMutating({ mutationKey: placing }) === 1) refresh(() => data);
    },
    onError: () => void queries.invalidateQueries({ queryKey: skusQuery.queryKey }),
  });
  return {
    error,
    /** What is sold as the last move left it; the screen shows it a moment later, when the next key may be down already. */
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
