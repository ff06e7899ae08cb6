import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { PageHead } from '../../ui/section';
import { ErrorPanel, Skeleton } from '../../ui/states';
import { catalogQuery } from './queries';
import { RequestForm } from './request-form';

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
      {catalog.data ? <RequestForm catalog={catalog.data} /> : null}
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
