import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';
import { pageIn, textIn } from '../../lib/list-address';

export const pageSize = 9;
/** Pages restored from one address; a deeper address shows that page alone. */
export const restoredPages = 20;

export interface TestsFilter {
  search: string;
  onlyPublic: boolean;
  onlySterility: boolean;
}

/** The list's state as its address says it; whatever a stranger writes there becomes something sensible. */
export function readAddress(params: URLSearchParams): { filter: TestsFilter; page: number } {
  return {
    filter: {
      search: textIn(params, 'search'),
      onlyPublic: params.get('onlyPublic') === 'true',
      onlySterility: params.get('onlySterility') === 'true',
    },
    page: pageIn(params),
  };
}

/** The first page to load for an address that names `page`. */
export function firstPage(page: number): number {
  return page <= restoredPages ? 1 : page;
}

export function testsQuery(filter: TestsFilter, start: number, client: ApiClient = api) {
  return infiniteQueryOptions({
    queryKey: ['tests', filter, start],
    initialPageParam: start,
    queryFn: ({ pageParam, signal }) =>
      parseResponse(
        client.tests.$get(
          {
            query: {
              page: String(pageParam),
              limit: String(pageSize),
              ...(filter.search ? { search: filter.search } : {}),
              ...(filter.onlyPublic ? { onlyPublic: 'true' } : {}),
              ...(filter.onlySterility ? { onlySterility: 'true' } : {}),
            },
          },
          { init: { signal } },
        ),
      ),
    getNextPageParam: ({ pagination }) =>
      pagination.page * pagination.limit < pagination.total ? pagination.page + 1 : undefined,
  });
}

export function testQuery(id: string, client: ApiClient = api) {
  return queryOptions({
    queryKey: ['test', id],
    queryFn: async ({ signal }) => {
      const { data } = await parseResponse(client.tests[':id'].$get({ param: { id } }, { init: { signal } }));
      return data;
    },
  });
}
