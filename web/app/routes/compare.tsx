import { useSearchParams } from 'react-router';
import { comparedAtMost, idsIn } from '../features/tests/compare-lines';
import { CompareView } from '../features/tests/compare-view';
import { testQuery } from '../features/tests/queries';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadOnServer, type Prefetch } from '../lib/query-client';
import { PageHead } from '../ui/section';
import type { Route } from './+types/compare';

export const handle: PageHandle = { query: ['ids'], isKept: true };

function prefetch(url: URL): Prefetch {
  const ids = idsIn(url.searchParams).slice(0, comparedAtMost);
  return (queries, api) => ids.map((id) => queries.prefetchQuery(testQuery(id, api)));
}

export async function loader({ context, url }: Route.LoaderArgs) {
  return { ...(await loadOnServer(context, prefetch(url))), isServed: true };
}

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  return { ...(await loadInBrowser(prefetch(url))), isServed: false };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Results side by side', path: '/compare', noindex: true });
}

export default function Compare({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <Hydrate state={loaderData.state}>
      <PageHead
        title="Results side by side"
        lead="What each measured, by which method, and what it did not."
      />
      <div className="page">
        <CompareView ids={idsIn(params)} isServed={loaderData.isServed} />
      </div>
    </Hydrate>
  );
}
