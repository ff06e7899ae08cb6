import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryView } from '../../../ui/query-view';
import { Skeleton } from '../../../ui/states';
import { EarlierEntries } from '../../earlier-entries';
import { AuditEntries } from './entries';
import { auditQuery, noFilter } from './queries';

/** The entries of the audit log about one subject, newest first. */
export function History({ subjectId, nothing }: { subjectId: string; nothing: string }) {
  const log = useInfiniteQuery(auditQuery({ ...noFilter, subject: subjectId }, 10));
  return (
    <QueryView query={log} skeleton={<Skeleton className="h-24" />}>
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data);
        if (entries.length === 0) return <p className="text-ink-soft">{nothing}</p>;
        return (
          <div className="grid gap-4">
            <AuditEntries entries={entries} ofOne />
            <EarlierEntries log={log} />
          </div>
        );
      }}
    </QueryView>
  );
}
