import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button';
import { ErrorPanel, Skeleton } from '../../../ui/states';
import { AuditEntries } from './entries';
import { auditQuery, noFilter } from './queries';

/** Who did what to one thing, newest first. */
export function History({ subjectId, nothing }: { subjectId: string; nothing: string }) {
  const log = useInfiniteQuery(auditQuery({ ...noFilter, subject: subjectId }, 10));
  if (log.isPending) return <Skeleton className="h-24" />;
  if (!log.data) {
    return (
      <ErrorPanel message={log.error.message} onRetry={() => void log.refetch()} busy={log.isFetching} />
    );
  }
  const entries = log.data.pages.flatMap(({ data }) => data);
  if (entries.length === 0) return <p className="text-ink-soft">{nothing}</p>;
  return (
    <div className="grid gap-4">
      <AuditEntries entries={entries} ofOne />
      {log.hasNextPage ? (
        <div>
          <Button variant="secondary" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {log.isFetchingNextPage ? 'Loading…' : 'Earlier'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
