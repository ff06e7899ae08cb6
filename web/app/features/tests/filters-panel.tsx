import { Button } from '../../ui/button';
import { Toggle } from '../../ui/choices';
import { SidePanel } from '../../ui/dialog';
import { useEager } from '../../ui/eager';
import type { TestsFilter } from './queries';

/** Toggles change the list at once; Reset clears them, Apply closes the panel. */
export default function FiltersPanel({
  open,
  onClose,
  filter,
  onChange,
}: {
  open: boolean;
  onClose: () => void;
  filter: TestsFilter;
  onChange: (change: Partial<TestsFilter>) => void;
}) {
  const [onlyPublic, setOnlyPublic] = useEager(filter.onlyPublic, (on) => onChange({ onlyPublic: on }));
  const [onlySterility, setOnlySterility] = useEager(filter.onlySterility, (on) =>
    onChange({ onlySterility: on }),
  );
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title="Filters"
      actions={
        <>
          <Button variant="secondary" onClick={() => onChange({ onlyPublic: false, onlySterility: false })}>
            Reset
          </Button>
          <Button onClick={onClose}>Apply</Button>
        </>
      }
    >
      <div className="grid divide-y divide-rule">
        <Toggle checked={onlyPublic} onChange={(event) => setOnlyPublic(event.target.checked)}>
          Only Public
        </Toggle>
        <Toggle checked={onlySterility} onChange={(event) => setOnlySterility(event.target.checked)}>
          Only Sterility
        </Toggle>
      </div>
    </SidePanel>
  );
}
