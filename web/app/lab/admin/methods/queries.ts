import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Compound, SaveTemplate, Template } from '@vialproof/contract/methods';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { labKey } from '../../queries';

/** Families by name, then tests in the order of the price list. */
export const templatesQuery = queryOptions({
  queryKey: [...labKey, 'methods'],
  queryFn: async (): Promise<Template[]> => (await parseResponse(api.lab.methods.$get())).data,
});

export const compoundsQuery = queryOptions({
  queryKey: [...labKey, 'compounds'],
  queryFn: async (): Promise<Compound[]> => (await parseResponse(api.lab.compounds.$get())).data,
});

/** Changes one template. What others go by it is asked again, and so is what a refusal was about. */
export function useSaveTemplate(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (json: SaveTemplate) => parseResponse(api.lab.methods[':id'].$put({ param: { id }, json })),
    onSuccess: ({ data }) => {
      queries.setQueryData(templatesQuery.queryKey, (all) =>
        all?.map((template) => (template.id === data.id ? data : template)),
      );
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
      void queries.invalidateQueries({ queryKey: [...labKey, 'audit'] });
    },
  });
}
