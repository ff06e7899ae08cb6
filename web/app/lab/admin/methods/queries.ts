import { queryOptions } from '@tanstack/react-query';
import type { AuthoriseBody, MethodAuthorisation } from '@vialproof/contract/authorisations';
import type { Compound, SaveTemplate, Template } from '@vialproof/contract/methods';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { auditKey, labKey } from '../../queries';
import { useChange } from '../../use-step';

/** Families by name, then tests in the order of the price list. */
export const templatesQuery = queryOptions({
  queryKey: [...labKey, 'methods'],
  queryFn: async (): Promise<Template[]> => (await parseResponse(api.lab.methods.$get())).data,
});

export const compoundsQuery = queryOptions({
  queryKey: [...labKey, 'compounds'],
  queryFn: async (): Promise<Compound[]> => (await parseResponse(api.lab.compounds.$get())).data,
});

export const authorisationsQuery = queryOptions({
  queryKey: [...labKey, 'authorisations'],
  queryFn: async (): Promise<MethodAuthorisation[]> =>
    (await parseResponse(api.lab.authorisations.$get())).data,
});

export function useAuthorise() {
  return useChange((json: AuthoriseBody) => parseResponse(api.lab.authorisations.$put({ json })), {
    shown: authorisationsQuery.queryKey,
    touched: [auditKey],
  });
}

/** Changes one template. What others go by it is asked again. */
export function useSaveTemplate(id: string) {
  return useChange(
    (json: SaveTemplate) => parseResponse(api.lab.methods[':id'].$put({ param: { id }, json })),
    {
      shown: templatesQuery.queryKey,
      put: (all: Template[], saved) => all.map((one) => (one.id === saved.id ? saved : one)),
      touched: [templatesQuery.queryKey, auditKey],
    },
  );
}
