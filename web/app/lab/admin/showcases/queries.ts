import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { filterQuery, pageIn } from '../../../lib/list-address';
import { labKey } from '../../queries';

export const readFilter = (search: URLSearchParams) => ({ page: pageIn(search) });

const key = [...labKey, 'showcases'] as const;

/** All reserved and paid weeks on the home page, newest first. */
export function showcasesQuery(filter: ReturnType<typeof readFilter>) {
  return queryOptions({
    queryKey: [...key, filter],
    queryFn: () => parseResponse(api.lab.showcases.$get({ query: filterQuery(filter) })),
    placeholderData: keepPreviousData,
  });
}

/** The reserved places for each day, from today on. */
export const calendarQuery = queryOptions({
  queryKey: [...key, 'calendar'],
  queryFn: async () => (await parseResponse(api.lab.showcases.calendar.$get())).data,
});

/** Ends a paid week on the home page early, with a reason. The days that have not begun are refunded. */
export function useStop(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      parseResponse(api.lab.showcases[':id'].stop.$post({ param: { id }, json: { reason } })),
    // The list is loaded again even after a refusal, because another admin may have ended the week on the home page.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
