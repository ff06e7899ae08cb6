import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StaffSecurityEvent } from '@vialproof/contract/security-log';
import { CircleAlert } from 'lucide-react';
import { eventWords, isAlarming } from '../../data/security-log/words';
import type { PageHandle } from '../../lib/page-handle';
import { signedInMeta } from '../../lib/page-meta';
import { DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { ListView, useListFilter } from '../../ui/list-page';
import { SkeletonLines } from '../../ui/query-view';
import { SearchBox } from '../../ui/search-box';
import { EmptyState } from '../../ui/states';
import { readFilter, securityLogQuery } from './queries';
import { StaffPage } from './staff-page';

export const handle: PageHandle = { query: ['q', 'page'] };

function what(event: StaffSecurityEvent) {
  return (
    <span className="block md:text-left">
      <span className="inline-flex items-start gap-1.5 font-medium">
        {isAlarming(event.kind) ? <CircleAlert className="mt-[0.3em] size-4 text-wait" /> : null}
        {eventWords[event.kind]}
      </span>
      {event.note ? <span className="block text-ink-soft text-sm">{event.note}</span> : null}
      {event.actor ? (
        <span className="block text-ink-soft text-sm">{`by ${event.actor.display_name}`}</span>
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

export const meta = signedInMeta('Security log');

/**
 * Security events of all accounts: sign-ins, failed sign-ins, and changes. For admins; the API refuses all other users.
 */
export default function SecurityLog() {
  const list = useListFilter(readFilter);
  const { filter, change } = list;
  const log = useQuery({ ...securityLogQuery(filter), placeholderData: keepPreviousData });
  return (
    <StaffPage
      here="Security log"
      lead="Sign-ins, failed ones, and changes of every account, the newest 10,000. A search finds older ones."
    >
      <div className="max-w-lg">
        <SearchBox
          label="Search the security log"
          placeholder="Email, name, address or event"
          name="q"
          value={filter.q}
          onSearch={(q) => change({ q })}
        />
      </div>
      <ListView
        list={list}
        query={log}
        nouns={['event', 'events']}
        noMatch={{ clear: { q: '' }, title: `Nothing found for “${filter.q}”` }}
        empty={<EmptyState title="Nothing has happened yet" />}
        skeleton={<SkeletonLines lines={6} height="h-14" />}
      >
        {(rows) => <Table events={rows} />}
      </ListView>
    </StaffPage>
  );
}
