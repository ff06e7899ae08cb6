import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MailState } from '@vialproof/contract/mails';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { labKey } from '../../queries';

export interface MailsFilter {
  state: MailState | '';
  page: number;
}

const key = [...labKey, 'mails'] as const;

/** Mails that have not left, those that wait longest first. */
export function mailsQuery({ state, page }: MailsFilter) {
  return queryOptions({
    queryKey: [...key, { state, page }],
    queryFn: () =>
      parseResponse(
        api.lab.mails.$get({ query: { ...(state && { state }), ...(page > 1 && { page: String(page) }) } }),
      ),
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
