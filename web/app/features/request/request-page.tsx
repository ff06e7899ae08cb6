import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { catalogQuery } from '../../data/catalog/queries';
import { QueryView } from '../../ui/query-view';
import { PageHead } from '../../ui/section';
import { NeedsScripts, Skeleton } from '../../ui/states';

/** Loads the script of the form as early as possible. */
export const loadForm = () => import('./request-form');

// The server renders the whole form. It is visible without its script, so the script loads later.
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
  const catalog = useQuery(catalogQuery());
  return (
    <>
      <PageHead
        title="Request a test"
        lead="Choose a test, describe the vial, and pay. Then you send the vial with its task number."
      />
      <div className="page noscript:mb-8">
        <NeedsScripts />
      </div>
      <QueryView query={catalog} skeleton={<Waiting />}>
        {(items) => (
          <Suspense fallback={<Waiting />}>
            <RequestForm catalog={items} />
          </Suspense>
        )}
      </QueryView>
    </>
  );
}
