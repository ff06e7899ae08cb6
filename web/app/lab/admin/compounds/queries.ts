import { queryOptions } from '@tanstack/react-query';
import type { LabCompoundDetail } from '@vialproof/contract/compound-names';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { choiceIn, filterQuery, pageIn, textIn } from '../../../lib/list-address';
import { auditKey, labKey } from '../../queries';
import { useChange } from '../../use-step';

export const readFilter = (search: URLSearchParams) => ({
  q: textIn(search),
  state: choiceIn(search, 'state', ['known', 'unknown'] as const),
  page: pageIn(search),
});

const key = [...labKey, 'compound-names'] as const;

/** Compounds in the order of their names. The search covers all names of a compound. */
export function compoundsQuery(filter: ReturnType<typeof readFilter>) {
  return queryOptions({
    queryKey: [...key, 'list', filter],
    queryFn: () => parseResponse(api.lab['compound-names'].$get({ query: filterQuery(filter) })),
  });
}

/** One compound with its names. */
export function compoundQuery(id: string) {
  return queryOptions({
    queryKey: [...key, id],
    queryFn: async (): Promise<LabCompoundDetail> =>
      (await parseResponse(api.lab['compound-names'][':id'].$get({ param: { id } }))).data,
  });
}

/** A change of the names of the compound `id`. The server answers with the changed compound. */
export function useCompoundChange<Input>(
  id: string,
  call: (input: Input) => Promise<{ data: LabCompoundDetail }>,
) {
  return useChange(call, { shown: compoundQuery(id).queryKey, touched: [[...key, 'list'], auditKey] });
}
