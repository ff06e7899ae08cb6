import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { LabRequest } from '@vialproof/contract/lab';
import { signedInMeta } from '../../lib/page-meta';
import { ApiProblem } from '../../lib/problem';
import { loadInBrowser } from '../../lib/query-client';
import { routeId } from '../../lib/route-id';
import { Button } from '../../ui/button';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states';
import { requestQuery } from '../queries';
import type { Route } from './+types/request';
import { RequestScreen } from './request-screen';

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(requestQuery(routeId(params)))]);

export const meta = signedInMeta('Sample');

/** One sample; `id` is the request's id or the task number that was scanned. */
export default function Request({ params: { id } }: Route.ComponentProps) {
  const request = useQuery(requestQuery(id));
  if (request.data) return <RequestScreen key={id} id={id} data={request.data} />;
  return (
    <>
      <h1 className="sr-only">Sample {id}</h1>
      <Missing id={id} request={request} />
    </>
  );
}

function Missing({ id, request }: { id: string; request: UseQueryResult<LabRequest> }) {
  const { error } = request;
  if (request.isPending) {
    return (
      <div className="grid gap-6" aria-busy="true">
        <Skeleton className="h-24 w-2/3" />
        <Skeleton className="h-40" />
        <Skeleton className="h-72" />
      </div>
    );
  }
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <EmptyState title={`No sample ${id}`} action={<Button to="/lab">Back to the queue</Button>}>
        No request has this task number. Check the label, then scan or type it again.
      </EmptyState>
    );
  }
  return (
    <ErrorPanel
      message={error?.message ?? ''}
      onRetry={() => void request.refetch()}
      busy={request.isFetching}
    />
  );
}
