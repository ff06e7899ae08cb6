import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StaffSecurityEvent } from '@vialproof/contract/security-log';
import { CircleAlert } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { signedInMeta } from '../../lib/page-meta';
import { pageNumber } from '../../lib/page-number';
import { eventWords, isAlarming } from '../../lib/security-events';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { SearchBox } from '../../ui/search-box';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states';
import { type LogFilter, securityLogQuery } from './queries';
import { StaffPage } from './staff-page';

/** The log's state as its address says it. */
function readFilter(params: URLSearchParams): LogFilter {
  return {
    q: (params.get('q') ?? '').trim().slice(0, 200),
    page: pageNumber(params, 100_000),
  };
}

function addressOf({ q, page }: LogFilter): string {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/lab/staff/security-log?${query}` : '/lab/staff/security-log';
}

function what(event: StaffSecurityEvent) {
  return (
    <span className="block md:text-left">
      <span className="inline-flex items-start gap-1.5 font-medium">
        {isAlarming(event.kind) ? <CircleAlert className="mt-[0.3em] size-4 text-wait" /> : null}
        {eventWords[event.kind]}
      </span>
      {event.note ? <span className="block text-ink-soft text-sm">{event.note}</span> : null}
      {event.actor ? (
        <span className="block text-ink-soft text-sm">by {event.actor.display_name}</span>
      ) : null}
    </span>
  );
}

function who({ person }: StaffSecurityEvent) {
  if (!person) return <span className="text-ink-soft">No account</span>;
  return (
    <span className="block md:text-left">
      <span className="block wrap-anywhere">{person.email}</span>
      <span className="block text-ink-soft text-sm">{person.display_name}</span>
    </span>
  );
}

function from({ device, address }: StaffSecurityEvent) {
  return (
    <span className="block md:text-left">
      <span className="block">{device}</span>
      {address ? <span className="figures block wrap-anywhere text-ink-soft text-sm">{address}</span> : null}
    </span>
  );
}

function Table({ events }: { events: StaffSecurityEvent[] }) {
  return (
    <DataTable
      caption="Security events, newest first"
      rows={events}
      rowKey={(event) => event.id}
      columns={[
        { header: 'When', cell: (event) => <Instant at={event.at} exact /> },
        { header: 'What', cell: what },
        { header: 'Whose account', cell: who },
        { header: 'From', cell: from },
      ]}
    />
  );
}

function Pages({ filter, total, limit }: { filter: LogFilter; total: number; limit: number }) {
  const last = Math.max(1, Math.ceil(total / limit));
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-ink-soft text-sm">
        {total} {total === 1 ? 'event' : 'events'}
        {last > 1 ? `, page ${filter.page} of ${last}` : ''}
      </p>
      <div className="flex gap-2">
        {filter.page > 1 ? (
          <Button to={addressOf({ ...filter, page: filter.page - 1 })} variant="secondary">
            Newer
          </Button>
        ) : null}
        {filter.page < last ? (
          <Button to={addressOf({ ...filter, page: filter.page + 1 })} variant="secondary">
            Older
          </Button>
        ) : null}
      </div>
    </nav>
  );
}

export const meta = signedInMeta('Security log');

/** What happened to all accounts: sign-ins, failed ones, changes. For admins; the server refuses everybody else. */
export default function SecurityLog() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFilter(params);
  const log = useQuery({ ...securityLogQuery(filter), placeholderData: keepPreviousData });
  return (
    <StaffPage
      title="Security log"
      lead="Sign-ins, failed ones, and changes of every account, the newest first."
    >
      <div className="max-w-lg">
        <SearchBox
          label="Search the security log"
          placeholder="Email, name, address or event"
          name="q"
          value={filter.q}
          onSearch={(q) => void navigate(addressOf({ q, page: 1 }), { replace: true })}
        />
      </div>
      {log.data ? (
        <div
          aria-busy={log.isPlaceholderData}
          className={`grid gap-6 ${log.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {log.data.data.length > 0 ? (
            <Table events={log.data.data} />
          ) : (
            <EmptyState title={filter.q ? `Nothing found for “${filter.q}”` : 'Nothing has happened yet'} />
          )}
          <Pages filter={filter} total={log.data.pagination.total} limit={log.data.pagination.limit} />
        </div>
      ) : null}
      {log.isPending ? (
        <div className="grid gap-3" aria-busy="true">
          {[1, 2, 3, 4, 5, 6].map((place) => (
            <Skeleton key={place} className="h-14" />
          ))}
        </div>
      ) : null}
      {log.isError && !log.data ? (
        <ErrorPanel message={log.error.message} onRetry={() => void log.refetch()} busy={log.isFetching} />
      ) : null}
    </StaffPage>
  );
}
