import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { choiceIn, pageIn, textIn } from '../../lib/list-address';
import { FilterLinks } from '../../ui/filter-links';
import { Select } from '../../ui/inputs';
import { ListView, useListFilter } from '../../ui/list-page';
import { SkeletonLines } from '../../ui/query-view';
import { SearchBox } from '../../ui/search-box';
import { EmptyState } from '../../ui/states';

const states = ['open', 'closed'] as const;
const peptides = ['BPC-157', 'GHRP-2', 'GHRP-6', 'Ipamorelin', 'Selank', 'Semaglutide', 'TB-500'].map(
  (name, place) => ({ name, state: states[place % 2] }),
);
const limit = 3;

interface Filter {
  q: string;
  state: (typeof states)[number] | '';
  page: number;
}

const readFilter = (params: URLSearchParams): Filter => ({
  q: textIn(params),
  state: choiceIn(params, 'state', states),
  page: pageIn(params),
});

/** Plays the answer of a server to this filter. */
const peptidesQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['gallery', 'peptides', filter],
    queryFn: async () => {
      const { q, state, page } = filter;
      const found = peptides.filter(
        (one) => one.name.toLowerCase().includes(q.toLowerCase()) && (!state || one.state === state),
      );
      return {
        data: found.slice((page - 1) * limit, page * limit),
        pagination: { page, limit, total: found.length },
      };
    },
  });

/** An example of a page with a list: the filter in the address, a search box, filters, rows, and a pager. */
export function ExampleList({ theme }: { theme: string }) {
  const list = useListFilter(readFilter);
  const { filter, to, change } = list;
  const found = useQuery({ ...peptidesQuery(filter), placeholderData: keepPreviousData });
  return (
    <div className="grid grid-cols-1 gap-6">
      <FilterLinks
        label={`State, ${theme}`}
        links={(['', ...states] as const).map((state) => ({
          to: to({ state }),
          label: state || 'all',
          count: state ? peptides.filter((one) => one.state === state).length : undefined,
          isHere: state === filter.state,
          isUrgent: state === 'open',
        }))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <SearchBox
          label="Find a peptide"
          help="Part of its name"
          name="q"
          value={filter.q}
          onSearch={(q) => change({ q })}
        />
        <Select
          label="State"
          value={filter.state}
          onChange={(event) => change({ state: event.target.value as Filter['state'] })}
        >
          <option value="">All</option>
          {states.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
      </div>
      <ListView
        list={list}
        query={found}
        nouns={['peptide', 'peptides']}
        noMatch={{ clear: { q: '', state: '' }, title: 'No peptide fits', text: 'Try a shorter word.' }}
        empty={<EmptyState title="No peptides yet" />}
        skeleton={<SkeletonLines />}
      >
        {(rows) => (
          <ul className="border-rule border-t">
            {rows.map(({ name }) => (
              <li key={name} className="border-rule border-b py-3">
                {name}
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
}
