import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LabMaker } from '@vialproof/contract/makers';
import { Link } from 'react-router';
import { counted } from '../../../lib/counted';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { FilterLinks } from '../../../ui/filter-links';
import { ListView, useListFilter } from '../../../ui/list-page';
import { SkeletonLines } from '../../../ui/query-view';
import { SearchBox } from '../../../ui/search-box';
import { EmptyState } from '../../../ui/states';
import type { Route } from './+types/makers';
import { makersQuery, readFilter } from './queries';
import { Confirmed } from './words';

export const handle: PageHandle = { query: ['q', 'state', 'page'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(makersQuery(readFilter(url.searchParams)))]);

export const meta = signedInMeta('Makers');

function Line({ maker }: { maker: LabMaker }) {
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-rule border-b py-4 has-[a:hover]:bg-wash">
      <div className="grid min-w-0 grid-cols-1 gap-0.5">
        <Link
          to={`/lab/makers/${maker.id}`}
          className="wrap-anywhere font-medium underline decoration-edge underline-offset-4 after:absolute after:inset-0 hover:text-accent"
        >
          <bdi>{maker.name}</bdi>
        </Link>
        <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
          <span>{counted(maker.spellings, 'spelling', 'spellings')}</span>
          <span>{counted(maker.batches, 'batch', 'batches')}</span>
          {maker.slug === null ? <span>No public test yet</span> : null}
        </p>
      </div>
      <Confirmed confirmed={maker.confirmed} />
    </li>
  );
}

/** The list of makers: confirmed makers, and spellings that only customers use. */
export default function Makers() {
  const list = useListFilter(readFilter);
  const { filter, to, change } = list;
  const makers = useQuery({ ...makersQuery(filter), placeholderData: keepPreviousData });
  const parts = [
    { state: '', label: 'All' },
    { state: 'unconfirmed', label: 'Unconfirmed' },
    { state: 'confirmed', label: 'Confirmed' },
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="display-2">Makers</h1>
      <FilterLinks
        label="Makers"
        links={parts.map(({ state, label }) => ({
          to: to({ state }),
          label,
          isHere: state === filter.state,
        }))}
      />
      <p className="max-w-prose text-ink-soft">
        A spelling that a customer wrote and nobody knew stands here unconfirmed once its test is public.
        Merge what is one maker; what customers wrote stays as it is.
      </p>
      <SearchBox
        label="Find a maker"
        placeholder="Any spelling…"
        value={filter.q}
        onSearch={(q) => change({ q })}
        name="q"
      />
      <ListView
        list={list}
        query={makers}
        nouns={['maker', 'makers']}
        noMatch={{ clear: { q: '', state: '' }, title: 'No maker fits' }}
        empty={
          <EmptyState title="There is no maker yet">
            The first one appears with the first public test, or when the desk confirms one.
          </EmptyState>
        }
        skeleton={<SkeletonLines lines={5} height="h-16" />}
      >
        {(rows) => (
          <ul className="border-rule border-t">
            {rows.map((maker) => (
              <Line key={maker.id} maker={maker} />
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
}
