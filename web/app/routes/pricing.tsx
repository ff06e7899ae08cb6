import { catalogQuery } from '../data/catalog/queries';
import { Included } from '../features/catalog/included';
import { PriceList } from '../features/catalog/price-list';
import { useConfig } from '../lib/config';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadOnServer, type Prefetch, readState } from '../lib/query-client';
import { offerThings } from '../lib/structured-data';
import { PageHead } from '../ui/section';
import type { Route } from './+types/pricing';

export const handle: PageHandle = { query: ['search', 'family', 'page'], isKept: true, mayBeOld: true };

const prefetch: Prefetch = (queries, api) => [queries.prefetchQuery(catalogQuery(api))];

export function loader({ context }: Route.LoaderArgs) {
  return loadOnServer(context, prefetch);
}

export function clientLoader() {
  return loadInBrowser(prefetch);
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Pricing',
    description:
      'Prices of laboratory tests for peptides and related compounds, with sample size and turnaround.',
    path: '/pricing',
    things: import.meta.env.SSR
      ? (config) => offerThings(config, readState(loaderData?.state ?? null, 'catalog') ?? [])
      : undefined,
  });
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const percent = useConfig()?.public_discount_percent ?? 0;
  return (
    <Hydrate state={loaderData.state}>
      <PageHead
        title="Pricing"
        lead={
          percent > 0
            ? `One price per test. Publish the result and pay ${percent}\u00a0% less.`
            : 'One price per test.'
        }
        aside={<Included />}
      />
      <PriceList />
    </Hydrate>
  );
}
