import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '../../lib/api';
import { PageHead } from '../../ui/section';
import { ErrorPanel, Skeleton } from '../../ui/states';
import { catalogQuery } from './queries';

/** The form's script; the sooner it is asked for, the sooner the form is alive. */
export const loadForm = () => import('./request-form');

// The server writes the whole form into the page; its script need not be there for that to be seen, and comes after it.
const RequestForm = import.meta.env.SSR
  ? (await loadForm()).RequestForm
  : lazy(async () => ({ default: (await loadForm()).RequestForm }));
if (!import.meta.env.SSR) void loadForm();

function Waiting() {
  return (
    <div className="page grid gap-10 pb-20 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14" aria-busy="true">
      <div className="grid gap-3">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-36" />
        ))}
      </div>
      <Skeleton className="h-72" />
    </div>
  );
}

export function RequestPage() {
  const catalog = useQuery(catalogQuery(api));
  return (
    <>
      <PageHead
        title="Request a test"
        lead="Choose a test, describe the vial, and pay. Then you send the vial with its task number."
      />
      {catalog.data ? (
        <Suspense fallback={<Waiting />}>
          <RequestForm catalog={catalog.data} />
        </Suspense>
      ) : null}
      {catalog.isPending ? <Waiting /> : null}
      {catalog.isError && !catalog.data ? (
        <div className="page pb-20">
          <ErrorPanel
            message="The catalog could not be loaded."
            onRetry={() => void catalog.refetch()}
            busy={catalog.isFetching}
          />
        </div>
      ) : null}
    </>
  );
}
