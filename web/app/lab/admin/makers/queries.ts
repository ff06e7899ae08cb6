import { queryOptions } from '@tanstack/react-query';
import type { LabMakerDetail } from '@vialproof/contract/makers';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { choiceIn, filterQuery, pageIn, textIn } from '../../../lib/list-address';
import { auditKey, labKey } from '../../queries';
import { useChange } from '../../use-step';

export const readFilter = (search: URLSearchParams) => ({
  q: textIn(search),
  state: choiceIn(search, 'state', ['confirmed', 'unconfirmed'] as const),
  page: pageIn(search),
});

const key = [...labKey, 'makers'] as const;

/** Makers in the order of their names. The search covers all spellings. */
export function makersQuery(filter: ReturnType<typeof readFilter>) {
  return queryOptions({
    queryKey: [...key, 'list', filter],
    queryFn: () => parseResponse(api.lab.makers.$get({ query: filterQuery(filter) })),
  });
}

/** One maker with its spellings, its batches and its merges. */
export function makerQuery(id: string) {
  return queryOptions({
    queryKey: [...key, id],
    queryFn: async (): Promise<LabMakerDetail> =>
      (await parseResponse(api.lab.makers[':id'].$get({ param: { id } }))).data,
  });
}

/** A change of the maker `id` or of one of its batches. The server answers with the changed maker. */
export function useMakerChange<Input>(id: string, call: (input: Input) => Promise<{ data: LabMakerDetail }>) {
  return useChange(call, { shown: makerQuery(id).queryKey, touched: [[...key, 'list'], auditKey] });
}

/** A change after which the page shows another maker: a merge, a split, or the undo of a merge. */
export function useMakerMove<Input>(id: string, call: (input: Input) => Promise<{ data: LabMakerDetail }>) {
  return useChange(call, {
    shown: makerQuery(id).queryKey,
    put: (before: LabMakerDetail) => before,
    touched: [key, auditKey],
  });
}
