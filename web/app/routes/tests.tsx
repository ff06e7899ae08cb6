import { firstPage, narrowingNames, readAddress, testsQuery } from '../features/tests/queries';
import { TestsList } from '../features/tests/tests-list';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadOnServer, type Prefetch } from '../lib/query-client';
import { PageHead } from '../ui/section';
import type { Route } from './+types/tests';

export const handle: PageHandle = {
  query: ['search', 'onlyPublic', 'onlySterility', ...narrowingNames, 'view', 'page'],
  isKept: true,
  mayBeOld: true,
};

function prefetch(url: URL): Prefetch {
  const { filter, page } = readAddress(url.searchParams);
  const start = firstPage(page);
  return (queries, api) => [
    queries.prefetchInfiniteQuery({ ...testsQuery(filter, start, api), pages: page - start + 1 }),
  ];
}

export function loader({ context, url }: Route.LoaderArgs) {
  return loadOnServer(context, prefetch(url));
}

export function clientLoader({ url }: Route.ClientLoaderArgs) {
  return loadInBrowser(prefetch(url));
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Peptide Tests',
    description:
      'Browse laboratory results of peptides and related compounds: purity, amount, identity and chromatograms, by maker and batch.',
    path: '/tests',
  });
}

export default function Tests({ loaderData }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <PageHead
        title="Peptide Tests"
        lead="Every result here was measured in the laboratory and published by a second person. Private tests show only that they exist."
      />
      <TestsList />
    </Hydrate>
  );
}
