import { GroupsList } from '../features/groups/groups-list';
import { groupsQuery, readGroupList } from '../features/groups/queries';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadOnServer, type Prefetch } from '../lib/query-client';
import { Button } from '../ui/button';
import { PageHead } from '../ui/section';
import type { Route } from './+types/group-tests';

export const handle: PageHandle = { query: ['category', 'page'] };

const prefetch =
  (url: URL): Prefetch =>
  (queries, api) => [queries.prefetchQuery(groupsQuery(readGroupList(url.searchParams), api))];

export const loader = ({ context, url }: Route.LoaderArgs) => loadOnServer(context, prefetch(url));
export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadInBrowser(prefetch(url));

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Group tests',
    description:
      'Share the cost of one laboratory test with others who have the same vial. Nobody is charged before enough have joined.',
    path: '/group-tests',
  });
}

export default function GroupTests({ loaderData }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <PageHead
        title="Group tests"
        lead="One vial, one test, many people: everybody pays a share and everybody gets the result. Nobody is charged before enough have joined."
      >
        <Button to="/group-tests/request" size="large">
          Request a group test
        </Button>
      </PageHead>
      <GroupsList />
    </Hydrate>
  );
}
