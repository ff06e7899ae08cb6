import { queryOptions } from '@tanstack/react-query';
import type { RequestStatus } from '@vialproof/contract/orders';
import { parseResponse } from 'hono/client';
import { mine } from '../../data/orders/queries';
import { api } from '../../lib/api';

export const statsQuery = queryOptions({
  queryKey: [...mine, 'stats'],
  queryFn: () => parseResponse(api.me.stats.$get()),
});

export interface TestsFilter {
  q: string;
  status: RequestStatus | '';
  page: number;
}

/** How many cards a page of My Tests has: it fills rows of one, two and three cards. */
const TESTS_A_PAGE = '24';

export function testsQuery({ q, status, page }: TestsFilter) {
  return queryOptions({
    queryKey: [...mine, 'tests', { q, status, page }],
    queryFn: async () => {
      const query = { q, status, page: String(page), limit: TESTS_A_PAGE };
      const { items, pagination } = await parseResponse(api.me.tests.$get({ query }));
      return { data: items, pagination };
    },
  });
}

export const profileQuery = queryOptions({
  queryKey: [...mine, 'profile'],
  queryFn: () => parseResponse(api.me.profile.$get()),
});

export const paymentsQuery = queryOptions({
  queryKey: [...mine, 'payments'],
  queryFn: async () => (await parseResponse(api.me.payments.$get())).items,
});

export function labelsQuery(id: string) {
  return queryOptions({
    queryKey: [...mine, 'labels', id],
    queryFn: async () => (await parseResponse(api.me.tests[':id'].labels.$get({ param: { id } }))).data,
  });
}

export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: [...mine, 'payments', id, 'invoice'],
    queryFn: async () => (await parseResponse(api.me.payments[':id'].invoice.$get({ param: { id } }))).data,
  });
}

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: [...mine, 'payments', id, 'receipt'],
    queryFn: async () => (await parseResponse(api.me.payments[':id'].receipt.$get({ param: { id } }))).data,
  });
}
