import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '@vialproof/contract/page-size';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';
import { choiceIn, pageIn, textIn } from '../../lib/list-address';

/** How many pages are restored, from the first one on. A higher page is shown alone. */
export const restoredPages = 20;

const verdicts = ['pass', 'partly', 'fail', 'not_judged'] as const;
const sorts = ['purity', 'deviation'] as const;

/** The filters and the order of the list. Empty: all tests, newest first. */
export interface Narrowing {
  compound: string;
  maker: string;
  verdict: (typeof verdicts)[number] | '';
  /** The year, with four digits. */
  year: string;
  tested: string;
  sort: (typeof sorts)[number] | '';
}

export const narrowingNames = ['compound', 'maker', 'verdict', 'year', 'tested', 'sort'] as const;

export interface TestsFilter extends Narrowing {
  search: string;
  onlyPublic: boolean;
  onlySterility: boolean;
}

/** Reads the list's state from its address. Wrong values become defaults. */
export function readAddress(params: URLSearchParams): { filter: TestsFilter; page: number } {
  return {
    filter: {
      search: textIn(params, 'search'),
      onlyPublic: params.get('onlyPublic') === 'true',
      onlySterility: params.get('onlySterility') === 'true',
      compound: textIn(params, 'compound'),
      maker: textIn(params, 'maker'),
      verdict: choiceIn(params, 'verdict', verdicts),
      year: /^(19[7-9]|[2-9]\d\d)\d$/.test(params.get('year') ?? '') ? textIn(params, 'year') : '',
      tested: textIn(params, 'tested'),
      sort: choiceIn(params, 'sort', sorts),
    },
    page: pageIn(params),
  };
}

/** The first page to load if the address names `page`. */
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
              limit: String(PAGE_SIZE),
              ...(filter.search ? { search: filter.search } : {}),
              ...(filter.onlyPublic ? { onlyPublic: 'true' } : {}),
              ...(filter.onlySterility ? { onlySterility: 'true' } : {}),
              ...Object.fromEntries(
                narrowingNames.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])),
              ),
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
