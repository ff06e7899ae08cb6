import { queryOptions } from '@tanstack/react-query';
import type { AuthoriseBody, MethodAuthorisation } from '@vialproof/contract/authorisations';
import type { Compound, DraftTemplate, Template, TemplateStep } from '@vialproof/contract/methods';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { auditKey, labKey } from '../../queries';
import { useChange } from '../../use-step';

/** The templates of families in the order of their names, then those of tests in the order of the price list. */
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

/** The versions of one template, and the drafts of it that were refused or withdrawn. */
export function stepsQuery(id: string) {
  return queryOptions({
    queryKey: [...labKey, 'methods', id, 'history'],
    queryFn: async (): Promise<TemplateStep[]> =>
      (await parseResponse(api.lab.methods[':id'].history.$get({ param: { id } }))).data,
  });
}

/**
 * An action on one template. The server answers with the template, and all queries that depend on it are loaded again.
 */
function useTemplateStep<Input>(call: (input: Input) => Promise<{ data: Template }>) {
  return useChange(call, {
    shown: templatesQuery.queryKey,
    put: (all: Template[], saved) => all.map((one) => (one.id === saved.id ? saved : one)),
    touched: [templatesQuery.queryKey, auditKey],
  });
}

/** Proposes a change of one template. */
export function useDraftTemplate(id: string) {
  return useTemplateStep((json: DraftTemplate) =>
    parseResponse(api.lab.methods[':id'].drafts.$post({ param: { id }, json })),
  );
}

/** Approves, refuses or withdraws the open draft of a template. */
export function useDecideDraft(id: string, draftId: string) {
  const one = api.lab.methods[':id'].drafts[':draft_id'];
  const param = { id, draft_id: draftId };
  return {
    approve: useTemplateStep<void>(() => parseResponse(one.approve.$post({ param }))),
    refuse: useTemplateStep((reason: string) => parseResponse(one.refuse.$post({ param, json: { reason } }))),
    withdraw: useTemplateStep<void>(() => parseResponse(one.withdraw.$post({ param }))),
  };
}
