import { queryOptions } from '@tanstack/react-query';
import type { AssignedTo } from '@vialproof/contract/assignees';
import type { LabKey } from '@vialproof/contract/imports';
import type { LabRequest, QueueStatus } from '@vialproof/contract/lab';
import { parseResponse } from 'hono/client';
import { api } from '../lib/api';
import { filterQuery } from '../lib/list-address';

export interface QueueFilter {
  status: QueueStatus | '';
  q: string;
  assigned_to: AssignedTo | '';
  page: number;
}

/** The query key of all data of the laboratory. One invalidation refreshes the queue and the samples. */
export const labKey = ['lab'] as const;

/** The query key of all data of the audit log. */
export const auditKey = [...labKey, 'audit'] as const;

export function queueQuery(filter: QueueFilter) {
  return queryOptions({
    queryKey: [...labKey, 'queue', filter],
    queryFn: () => parseResponse(api.lab.requests.$get({ query: filterQuery(filter) })),
    refetchInterval: 30_000,
  });
}

/** How often the laboratory finished by the promised day. */
export const promisesQuery = queryOptions({
  queryKey: [...labKey, 'promises'],
  queryFn: async () => (await parseResponse(api.lab.turnaround.$get())).data,
  staleTime: 5 * 60_000,
});

/** One sample, found by the id of its request or by its task number. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: [...labKey, 'request', id],
    queryFn: async (): Promise<LabRequest> =>
      (await parseResponse(api.lab.requests[':id'].$get({ param: { id } }))).data,
  });
}

/** The query key of all measurements (injections) of a sample. `id` is written as in the page's address. */
export const injectionsKey = (id: string) => [...labKey, 'injections', id] as const;

/** The query key of all files that programs have sent. */
export const importsKey = [...labKey, 'imports'] as const;

/** How many files could not be assigned to a sample. */
export const waitingImportsQuery = queryOptions({
  queryKey: [...importsKey, 'waiting'],
  queryFn: async (): Promise<number> =>
    (await parseResponse(api.lab.imports.$get({ query: { limit: '1' } }))).waiting,
  refetchInterval: 60_000,
});

/** All keys of the laboratory, without their secrets. Only admins may load them. */
export const keysQuery = queryOptions({
  queryKey: [...labKey, 'keys'],
  queryFn: async (): Promise<LabKey[]> => (await parseResponse(api.lab.keys.$get())).data,
  staleTime: 5 * 60_000,
});

/** The people to whom a sample can be assigned. */
export const colleaguesQuery = queryOptions({
  queryKey: [...labKey, 'people'],
  queryFn: async () => (await parseResponse(api.lab.people.$get())).data,
});

/** All people who have a role. Only admins may load them. */
export const staffQuery = queryOptions({
  queryKey: [...labKey, 'staff'],
  queryFn: async () => (await parseResponse(api.lab.staff.$get())).data,
});

/** How many payments need a decision. Only admins may load it. */
export const waitingPaymentsQuery = queryOptions({
  queryKey: [...labKey, 'money', 'waiting'],
  queryFn: async (): Promise<number> => {
    const { decisions } = await parseResponse(api.lab.payments.$get({ query: { limit: '1' } }));
    return Object.values(decisions).reduce((sum, n) => sum + n, 0);
  },
  refetchInterval: 60_000,
});

/** How many mails could not be sent. Only admins may load it. */
export const unsentMailsQuery = queryOptions({
  queryKey: [...labKey, 'mails', 'unsent'],
  queryFn: async (): Promise<number> => {
    const { counts } = await parseResponse(api.lab.mails.$get({ query: { limit: '1' } }));
    return counts.waiting + counts.failed;
  },
  refetchInterval: 60_000,
});
