import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { filterQuery } from '../../../lib/list-address';
import { auditKey } from '../../queries';

/** What is searched for; an empty string is not asked. `from` and `to` are days in the reader's zone, both included. */
export const noFilter = { actor: '', action: '', subject: '', from: '', to: '' };
export type AuditFilter = typeof noFilter;

/** The log under a filter, page after page from the newest on. */
export function auditQuery(filter: AuditFilter, limit = 50) {
  const days = { from: dayStart(filter.from, 0), to: dayStart(filter.to, 1) };
  return infiniteQueryOptions({
    queryKey: [...auditKey, filter, limit],
    queryFn: ({ pageParam }) =>
      parseResponse(
        api.lab.audit.$get({
          query: filterQuery({ ...filter, ...days, limit, before: pageParam ? String(pageParam) : '' }),
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Every word that the log knows for something done. */
export const actionsQuery = queryOptions({
  queryKey: [...auditKey, 'actions'],
  queryFn: async () => (await parseResponse(api.lab.audit.actions.$get())).data,
});

/** The instant at which a day ('2026-11-21') begins here, or `later` days after it; '' for what is no day. */
function dayStart(day: string, later: number): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (!year) return '';
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
