import { useQuery } from '@tanstack/react-query';
import type { WatchFigures } from '@vialproof/contract/watches';
import { formatDate } from '@vialproof/science/calendar/dates';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { kindWords } from '../../../data/watches/words';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { DataTable, Facts } from '../../../ui/data-table';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { EmptyState } from '../../../ui/states';
import { watchesQuery } from './queries';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(watchesQuery)]);

export const meta = signedInMeta('Watches');

const count = (n: number) => n.toLocaleString('en');

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h2 className="display-3">{title}</h2>
      {children}
    </section>
  );
}

function Figures({ figures }: { figures: WatchFigures }) {
  const { kinds, addresses, notices, most_watched, days } = figures;
  if (kinds.every(({ confirmed, waiting }) => confirmed + waiting === 0) && days.length === 0) {
    return (
      <EmptyState title="Nobody watches anything yet">
        Figures appear here once somebody has asked on the page of a test, compound, maker or batch to be told
        what is new.
      </EmptyState>
    );
  }
  return (
    <>
      <Facts
        items={[
          { label: 'Addresses', value: count(addresses), figures: true },
          { label: 'Notices waiting', value: count(notices), figures: true },
        ]}
      />
      <Part title="By kind">
        <DataTable
          caption="Watches by kind"
          rows={kinds}
          rowKey={({ kind }) => kind}
          columns={[
            { header: 'Kind', cell: ({ kind }) => kindWords[kind] },
            { header: 'Confirmed', numeric: true, cell: ({ confirmed }) => count(confirmed) },
            { header: 'Not confirmed', numeric: true, cell: ({ waiting }) => count(waiting) },
          ]}
        />
      </Part>
      <Part title="Most watched">
        {most_watched.length === 0 ? (
          <p className="text-ink-soft">No watch has been confirmed yet.</p>
        ) : (
          <DataTable
            caption="Most watched"
            rows={most_watched}
            rowKey={({ kind, name, path }) => `${kind} ${path} ${name}`}
            columns={[
              { header: 'Kind', cell: ({ kind }) => kindWords[kind] },
              { header: 'Name', cell: (row) => <Named {...row} /> },
              { header: 'Watchers', numeric: true, cell: ({ watchers }) => count(watchers) },
            ]}
          />
        )}
      </Part>
      <Part title="Mails of the last 30 days">
        {days.length === 0 ? (
          <p className="text-ink-soft">None has left.</p>
        ) : (
          <DataTable
            caption="Mails by day"
            rows={days}
            rowKey={({ day }) => day}
            columns={[
              { header: 'Day (UTC)', cell: ({ day }) => formatDate(day, 'UTC') },
              { header: 'Asked to confirm', numeric: true, cell: ({ opt_ins }) => count(opt_ins) },
              { header: 'Daily mails', numeric: true, cell: ({ digests }) => count(digests) },
              { header: 'Withdrawals', numeric: true, cell: ({ retractions }) => count(retractions) },
            ]}
          />
        )}
      </Part>
    </>
  );
}

function Named({ name, path }: { name: string; path: string | null }) {
  if (path === null) return <bdi className="wrap-anywhere">{name}</bdi>;
  return (
    <Link to={path} className="link wrap-anywhere">
      <bdi>{name}</bdi>
    </Link>
  );
}

/** Statistics about the e-mail alerts. They contain no addresses. */
export default function Watches() {
  const figures = useQuery(watchesQuery);
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="grid gap-3">
        <h1 className="display-2">Watches</h1>
        <p className="max-w-prose text-ink-soft">
          Who asked to be told of new, amended and withdrawn results. Addresses are shown nowhere: they belong
          to their watches and go with them.
        </p>
      </div>
      <QueryView query={figures} skeleton={<SkeletonLines lines={6} height="h-12" />}>
        {(data) => <Figures figures={data} />}
      </QueryView>
    </div>
  );
}
