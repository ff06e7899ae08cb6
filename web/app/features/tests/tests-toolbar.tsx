import { Toggle } from '../../ui/choices';
import { Filters } from '../../ui/filters';
import { SearchBox } from '../../ui/search-box';
import type { TestsFilter } from './queries';

/** Search box and FILTERS. */
export function TestsToolbar({
  filter,
  onSearch,
}: {
  filter: TestsFilter;
  onSearch: (search: string) => void;
}) {
  const { search, onlyPublic, onlySterility } = filter;
  return (
    <SearchBox
      label="Search tests"
      placeholder="Compound, maker, batch or number"
      value={search}
      onSearch={onSearch}
    >
      <Filters names={['onlyPublic', 'onlySterility']} active={Number(onlyPublic) + Number(onlySterility)}>
        <div className="grid divide-y divide-rule">
          <Toggle name="onlyPublic" value="true" defaultChecked={onlyPublic}>
            Only Public
          </Toggle>
          <Toggle name="onlySterility" value="true" defaultChecked={onlySterility}>
            Only Sterility
          </Toggle>
        </div>
      </Filters>
    </SearchBox>
  );
}
