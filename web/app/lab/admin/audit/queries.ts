import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { filterQuery } from '../../../lib/list-address';
import { auditKey } from '../../queries';

/** The filter of the log, without any choice. `from` and `to` are days in the reader's time zone, and both days are included. */
export const noFilter = { actor: '', action: '', subject: '', from: '', to: '' };
export type AuditFilter = typeof noFilter;

/** The entries of the log that match the filter, in pages, newest first. */
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

/** All actions that the log can contain. */
export const actionsQuery = queryOptions({
  queryKey: [...auditKey, 'actions'],
  queryFn: async () => (await parseResponse(api.lab.audit.actions.$get())).data,
});

/**
 * Returns the time at which the day that is `later` days after `day` ('2026-11-21') starts in the reader's time zone.
 * '' for an invalid day.
 */
function dayStart(day: string, later: number): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (!year) return '';
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
