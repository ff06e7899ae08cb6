import { catalogQuery } from '../data/catalog/queries';
import { NewGroupForm } from '../features/groups/new-group-form';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadOnServer, type Prefetch } from '../lib/query-client';
import { PageHead } from '../ui/section';
import type { Route } from './+types/group-test-request';

export const handle: PageHandle = { query: [] };

const prefetch: Prefetch = (queries, api) => [queries.prefetchQuery(catalogQuery(api))];

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, prefetch);
export const clientLoader = () => loadInBrowser(prefetch);

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Request a group test',
    description: 'Begin a group test: choose what is tested, until when, and for how many people.',
    path: '/group-tests/request',
  });
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <PageHead
        title="Request a group test"
        lead="Say what is to be tested and who it is for, then share the link."
      />
      <NewGroupForm />
    </Hydrate>
  );
}
