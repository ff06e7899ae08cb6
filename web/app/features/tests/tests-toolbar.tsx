import { FilterButton } from '../../ui/filter-button';
import { SearchBox } from '../../ui/search-box';
import type { TestsFilter } from './queries';

const loadPanel = () => import('./filters-panel');

/** Search box and FILTERS. */
export function TestsToolbar({
  filter,
  onChange,
}: {
  filter: TestsFilter;
  onChange: (change: Partial<TestsFilter>) => void;
}) {
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:flex-1 [&>search]:min-w-72">
      <SearchBox
        label="Search tests"
        placeholder="Compound, maker, batch or number"
        value={filter.search}
        onSearch={(search) => onChange({ search })}
      />
      <FilterButton
        active={Number(filter.onlyPublic) + Number(filter.onlySterility)}
        load={loadPanel}
        panel={{ filter, onChange }}
      />
    </div>
  );
}
