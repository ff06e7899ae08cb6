import { joinedWords } from '@vialproof/contract/group-seats';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { formatMoney } from '@vialproof/science/money/money';
import { data } from 'react-router';
import { GroupPage } from '../features/groups/group-page';
import { groupQuery } from '../features/groups/queries';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { currentQueryClient, loadInBrowser, loadWhatCanBe } from '../lib/query-client';
import type { Route } from './+types/group-test';

export const handle: PageHandle = { query: [] };

/** Title, description and previews. Null if there is no such group, or only its link leads to it. */
function summarize(group: GroupDetail | undefined) {
  if (!group) return null;
  const { test } = group;
  const each = formatMoney(test.final_cost_per_user_cents ?? test.cost_at_min_cents);
  return {
    title: test.title,
    description: `${test.sku_name}, shared: ${joinedWords(test)}, at most ${each} each.`,
    isListed: test.is_public,
  };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { state, failed, queries } = await loadWhatCanBe(context, (client, api) => [
    client.prefetchQuery(groupQuery(params.id, api)),
  ]);
  const group = queries.getQueryData(groupQuery(params.id).queryKey);
  const status = group ? 200 : failed ? 503 : 404;
  return data({ state, summary: summarize(group), isAbsent: status === 404 }, { status });
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const query = groupQuery(params.id);
  const page = await loadInBrowser((queries) => [queries.prefetchQuery(query)]);
  return { ...page, isAbsent: false, summary: summarize(currentQueryClient().getQueryData(query.queryKey)) };
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const path = `/group-tests/${params.id}`;
  const summary = loaderData?.summary;
  if (!summary?.isListed)
    return pageMeta(matches, { title: summary?.title ?? 'Group test', path, noindex: true });
  return pageMeta(matches, {
    title: summary.title,
    description: summary.description,
    path,
    image: { path: `/share/groups/${params.id}.png`, alt: summary.title },
  });
}

export default function Page({ loaderData, params }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <GroupPage id={params.id} isAbsent={loaderData.isAbsent} />
    </Hydrate>
  );
}
