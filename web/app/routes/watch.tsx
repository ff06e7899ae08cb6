import { data, useSearchParams } from 'react-router';
import { askWatch, namedIn } from '../features/watches/ask-watch';
import { WatchPage } from '../features/watches/watch-page';
import { serverApi } from '../lib/api';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/watch';

export const handle: PageHandle = { query: ['kind', 'subject'], isKept: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Tell me when something new comes', path: '/watch', noindex: true });

/** Without scripts, the server answers the form with a page. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await askWatch(request, serverApi(context));
  return data(answer, { status: answer?.status ?? 422 });
}

export default function Watch({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return <WatchPage named={actionData ?? namedIn(params)} answer={actionData ?? undefined} />;
}
