import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LabCompound } from '@vialproof/contract/compound-names';
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
import type { Route } from './+types/compounds';
import { compoundsQuery, readFilter } from './queries';
import { Known, publishedWords } from './words';

export const handle: PageHandle = { query: ['q', 'state', 'page'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(compoundsQuery(readFilter(url.searchParams)))]);

export const meta = signedInMeta('Compounds');

function Line({ compound }: { compound: LabCompound }) {
  const { id, name, known, synonyms, brands, written, tests } = compound;
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-rule border-b py-4 has-[a:hover]:bg-wash">
      <div className="grid min-w-0 grid-cols-1 gap-0.5">
        <Link
          to={`/lab/compounds/${id}`}
          className="wrap-anywhere font-medium underline decoration-edge underline-offset-4 after:absolute after:inset-0 hover:text-accent"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
          <span>{counted(synonyms, 'synonym', 'synonyms')}</span>
          <span>{counted(brands, 'brand', 'brands')}</span>
          {written > 0 ? <span>{`${written.toLocaleString('en')} written by customers`}</span> : null}
          <span>{publishedWords(tests)}</span>
        </p>
      </div>
      <Known known={known} />
    </li>
  );
}

/** All compounds with their names: known compounds, and spellings that only customers use. */
export default function Compounds() {
  const list = useListFilter(readFilter);
  const { filter, to, change } = list;
  const compounds = useQuery({ ...compoundsQuery(filter), placeholderData: keepPreviousData });
  const parts = [
    { state: '', label: 'All' },
    { state: 'unknown', label: 'Customers only' },
    { state: 'known', label: 'Known' },
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="display-2">Compounds</h1>
      <FilterLinks
        label="Compounds"
        links={parts.map(({ state, label }) => ({
          to: to({ state }),
          label,
          isHere: state === filter.state,
        }))}
      />
      <p className="max-w-prose text-ink-soft">
        A compound is found by its name, its synonyms and its brands, and tests that are written so count for
        it. What only customers wrote stands here by itself until you say what it is.
      </p>
      <SearchBox
        label="Find a compound"
        placeholder="Any name…"
        value={filter.q}
        onSearch={(q) => change({ q })}
        name="q"
      />
      <ListView
        list={list}
        query={compounds}
        nouns={['compound', 'compounds']}
        noMatch={{ clear: { q: '', state: '' }, title: 'No compound fits' }}
        empty={<EmptyState title="There is no compound yet">Known ones come with each release.</EmptyState>}
        skeleton={<SkeletonLines lines={5} height="h-16" />}
      >
        {(rows) => (
          <ul className="border-rule border-t">
            {rows.map((compound) => (
              <Line key={compound.id} compound={compound} />
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
}
