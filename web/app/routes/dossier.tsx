import { BEING_COUNTED } from '@vialproof/contract/dossier-words';
import type { Dossier } from '@vialproof/contract/dossiers';
import { data, useLocation } from 'react-router';
import { DossierPage } from '../features/dossiers/dossier-page';
import { dossierAddress, dossierQuery, pageFields } from '../features/dossiers/queries';
import { kindWords } from '../features/dossiers/words';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { ApiProblem } from '../lib/problem';
import { currentQueryClient, loadInBrowser, loadWhatCanBe, readState } from '../lib/query-client';
import { dossierThings } from '../lib/structured-data';
import type { Route } from './+types/dossier';

export const handle: PageHandle = { query: pageFields, isKept: true, mayBeOld: true };

/** Title and description. Null if there is no such page. */
function summarize(dossier: Dossier | undefined) {
  if (!dossier) return null;
  const { subject, counts } = dossier;
  return {
    title: `${kindWords[subject.kind]} ${subject.name}${subject.maker ? ` of ${subject.maker.name}` : ''}`,
    description: `${counts.published} published laboratory ${counts.published === 1 ? 'test' : 'tests'}: what was measured by which method, what was not, and when.`,
    path: subject.path,
    // The batches of a maker that nobody confirmed are not confirmed either.
    isConfirmed: subject.confirmed && subject.maker?.confirmed !== false,
  };
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const address = dossierAddress(params, url);
  const { state, failed, queries } = await loadWhatCanBe(context, (client, api) => [
    client.prefetchQuery(dossierQuery(address, api)),
  ]);
  const { data: dossier, error } = queries.getQueryState(dossierQuery(address).queryKey) ?? {};
  // The browser asks again by itself; without scripts the reader must reload.
  const isBeingCounted = error instanceof ApiProblem && error.message === BEING_COUNTED;
  if (!dossier && !isBeingCounted) throw data(null, { status: failed ? 503 : 404 });
  return data({ state, summary: summarize(dossier), isBeingCounted }, { status: dossier ? 200 : 503 });
}

export async function clientLoader({ params, url }: Route.ClientLoaderArgs) {
  const query = dossierQuery(dossierAddress(params, url));
  const page = await loadInBrowser((queries) => [queries.prefetchQuery(query)]);
  const isBeingCounted = false;
  return { ...page, isBeingCounted, summary: summarize(currentQueryClient().getQueryData(query.queryKey)) };
}

export function meta({ matches, location, loaderData }: Route.MetaArgs) {
  const summary = loaderData?.summary;
  if (!summary) return pageMeta(matches, { title: 'Dossier', path: location.pathname, noindex: true });
  const { title, description, path, isConfirmed } = summary;
  return pageMeta(matches, {
    title,
    description,
    path,
    noindex: !isConfirmed,
    feed: `${path}/feed.atom`,
    things: import.meta.env.SSR
      ? (config) => {
          const dossier = readState<Dossier>(loaderData.state, 'dossier');
          return dossier ? dossierThings(config, dossier) : [];
        }
      : undefined,
  });
}

export default function Page({ loaderData, params }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  return (
    <Hydrate state={loaderData.state}>
      <DossierPage
        address={dossierAddress(params, { pathname, searchParams: new URLSearchParams(search) })}
        isBeingCounted={loaderData.isBeingCounted}
      />
    </Hydrate>
  );
}
