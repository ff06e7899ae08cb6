import { useQuery } from '@tanstack/react-query';
import type { PageHandle } from '../../lib/page-handle';
import { signedInMeta } from '../../lib/page-meta';
import { loadInBrowser } from '../../lib/query-client';
import { routeId } from '../../lib/route-id';
import { Button } from '../../ui/button';
import { QueryView } from '../../ui/query-view';
import { EmptyState, Skeleton } from '../../ui/states';
import { requestQuery } from '../queries';
import type { Route } from './+types/request';
import { RequestScreen } from './request-screen';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(requestQuery(routeId(params)))]);

export const meta = signedInMeta('Sample');

/** The page of one sample. `id` is the id of its request, or the scanned task number. */
export default function Request({ params: { id } }: Route.ComponentProps) {
  return (
    <QueryView
      query={useQuery(requestQuery(id))}
      heading={`Sample ${id}`}
      skeleton={
        <div className="grid gap-6">
          <Skeleton className="h-24 w-2/3" />
          <Skeleton className="h-40" />
          <Skeleton className="h-72" />
        </div>
      }
      absent={
        <EmptyState title={`No sample ${id}`} action={<Button to="/lab">Back to the queue</Button>}>
          No request has this task number. Check the label, then scan or type it again.
        </EmptyState>
      }
    >
      {(data) => <RequestScreen key={id} id={id} data={data} />}
    </QueryView>
  );
}
