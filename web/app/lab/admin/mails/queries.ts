import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MailState } from '@vialproof/contract/mails';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { choiceIn, filterQuery, pageIn } from '../../../lib/list-address';
import { labKey } from '../../queries';

export const readFilter = (search: URLSearchParams) => ({
  state: choiceIn(search, 'state', MailState.options),
  page: pageIn(search),
});

const key = [...labKey, 'mails'] as const;

/** Mails that have not left, those that wait longest first. */
export function mailsQuery(filter: ReturnType<typeof readFilter>) {
  return queryOptions({
    queryKey: [...key, filter],
    queryFn: () => parseResponse(api.lab.mails.$get({ query: filterQuery(filter) })),
    refetchInterval: 30_000,
  });
}

/** Tries a mail again now. */
export function useSendAgain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => parseResponse(api.lab.mails[':id']['send-again'].$post({ param: { id } })),
    // Whether it worked or somebody was faster: the list is another one now.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
