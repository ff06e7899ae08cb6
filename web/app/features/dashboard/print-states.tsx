import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states';

export function Waiting({ title }: { title: string }) {
  return (
    <div className="grid gap-6" aria-busy="true">
      <h1 className="sr-only">{title}</h1>
      <Skeleton className="h-11 w-40" />
      <Skeleton className="h-12 w-64" />
      <Skeleton className="h-96 max-w-3xl" />
    </div>
  );
}

interface Failed {
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Says why the sheet cannot be printed: it does not exist, is not ready yet, or failed to load. */
export function Unprintable({ id, query }: { id: string; query: Failed }) {
  const { error } = query;
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 409)) {
    const found = error.status === 409;
    return (
      <>
        <h1 className="sr-only">Nothing to print</h1>
        <EmptyState
          title="Nothing to print"
          action={
            <Button to={found ? `/dashboard/tests/${id}` : '/dashboard/tests'}>
              {found ? 'Back to the test' : 'Back to My Tests'}
            </Button>
          }
        >
          {found ? error.detail : 'There is no such test in your account.'}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <h1 className="sr-only">Printing</h1>
      <ErrorPanel
        message={error?.message ?? ''}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    </>
  );
}
