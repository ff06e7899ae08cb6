import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { GroupCategory } from '@vialproof/contract/group-tests';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';
import { pageIn } from '../../lib/list-address';
import { useSession } from '../../lib/session';
import { useLive } from '../../lib/use-live';

export const tabs: { id: GroupCategory; label: string }[] = [
  { id: 'open', label: 'Open' },
  { id: 'last', label: 'Last Moment' },
  { id: 'suspended', label: 'Suspended' },
  { id: 'progress', label: 'In Progress' },
  { id: 'completed', label: 'Completed' },
];

export type GroupList = { category: GroupCategory; page: number };

/** How many groups a page of the list has: they fill rows of one, two and three cards. */
const GROUPS_A_PAGE = '24';

/** The tab that the address names. Any other value in the address means the first tab. */
function readTab(params: URLSearchParams): GroupCategory {
  const asked = params.get('category');
  return tabs.find(({ id }) => id === asked)?.id ?? 'open';
}

/** The tab and the page that the address names. */
export const readGroupList = (params: URLSearchParams): GroupList => ({
  category: readTab(params),
  page: pageIn(params),
});

export function groupsQuery({ category, page }: GroupList, client: ApiClient = api) {
  return queryOptions({
    queryKey: ['groups', category, page],
    queryFn: async ({ signal }) => {
      const query = { category, page: String(page), limit: GROUPS_A_PAGE };
      const { items, pagination } = await parseResponse(
        client['group-tests'].$get({ query }, { init: { signal } }),
      );
      return { data: items, pagination };
    },
  });
}

export function groupQuery(id: string, client: ApiClient = api) {
  return queryOptions({
    queryKey: ['group', id],
    queryFn: ({ signal }) =>
      parseResponse(client['group-tests'][':id'].$get({ param: { id } }, { init: { signal } })),
  });
}

export function accountsQuery(id: string) {
  return queryOptions({
    queryKey: ['group', id, 'accounts'],
    queryFn: async ({ signal }) => {
      const { data } = await parseResponse(
        api['group-tests'][':id'].accounts.$get({ param: { id } }, { init: { signal } }),
      );
      return data;
    },
  });
}

/** Loads the parcel of the request `id`, for the person who sends it. */
export function parcelQuery(id: string) {
  return queryOptions({
    queryKey: ['parcel', id],
    queryFn: async ({ signal }) => {
      const { data } = await parseResponse(
        api.me.tests[':id'].labels.$get({ param: { id } }, { init: { signal } }),
      );
      return data;
    },
  });
}

/** Updates an open group or list when its data change on the server. */
export function useLiveGroups(id?: string): void {
  const queries = useQueryClient();
  // Whether the page knows if a user is signed in.
  const isKnown = useSession() !== undefined;
  useLive(isKnown ? (id ? { group: [id] } : { groups: true }) : undefined, (news) => {
    if (news && news.kind !== (id ? 'group' : 'groups')) return;
    void queries.invalidateQueries({ queryKey: id ? ['group', id] : ['groups'] });
  });
}
