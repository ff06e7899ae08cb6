import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { GroupCategory } from '@vialproof/contract/group-tests';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';
import { useSession } from '../../lib/session';
import { useLive } from '../../lib/use-live';

export const tabs: { id: GroupCategory; label: string }[] = [
  { id: 'open', label: 'Open' },
  { id: 'last', label: 'Last Moment' },
  { id: 'suspended', label: 'Suspended' },
  { id: 'progress', label: 'In Progress' },
  { id: 'completed', label: 'Completed' },
];

/** The tab as the address says it; anything else is the first. */
export function readTab(params: URLSearchParams): GroupCategory {
  const asked = params.get('category');
  return tabs.find(({ id }) => id === asked)?.id ?? 'open';
}

export function groupsQuery(category: GroupCategory, client: ApiClient = api) {
  return queryOptions({
    queryKey: ['groups', category],
    queryFn: async ({ signal }) => {
      const { items } = await parseResponse(
        client['group-tests'].$get({ query: { category } }, { init: { signal } }),
      );
      return items;
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

/** What goes into the parcel, for whoever sends the vial of request `id`. */
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

/** While a group or the list is open, what changes on the server changes on the page. */
export function useLiveGroups(id?: string): void {
  const queries = useQueryClient();
  // Undefined until it is known who is there.
  const isKnown = useSession() !== undefined;
  useLive(isKnown ? (id ? { group: [id] } : { groups: true }) : undefined, (news) => {
    if (news && news.kind !== (id ? 'group' : 'groups')) return;
    void queries.invalidateQueries({ queryKey: id ? ['group', id] : ['groups'] });
  });
}
