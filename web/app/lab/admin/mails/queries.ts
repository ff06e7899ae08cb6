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

/** Mails that could not be sent, oldest first. */
export function mailsQuery(filter: ReturnType<typeof readFilter>) {
  return queryOptions({
    queryKey: [...key, filter],
    queryFn: () => parseResponse(api.lab.mails.$get({ query: filterQuery(filter) })),
    refetchInterval: 30_000,
  });
}

/** Sends a mail again. */
export function useSendAgain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => parseResponse(api.lab.mails[':id']['send-again'].$post({ param: { id } })),
    // The list is loaded again, whether the server accepted or refused the call.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
