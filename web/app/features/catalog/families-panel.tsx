import type { CatalogItem } from '@vialproof/contract/catalog';
import { Button } from '../../ui/button';
import { RadioCards } from '../../ui/choices';
import { SidePanel } from '../../ui/dialog';
import { useEager } from '../../ui/eager';

/** Chooses one family of tests; Reset shows all, Apply closes the panel. */
export default function FamiliesPanel({
  open,
  onClose,
  items,
  family,
  onChange,
}: {
  open: boolean;
  onClose: () => void;
  items: CatalogItem[];
  family: string;
  onChange: (family: string) => void;
}) {
  const [chosen, choose] = useEager(family, onChange);
  const families = [...new Set(items.map((item) => item.family))];
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title="Filters"
      actions={
        <>
          <Button variant="secondary" onClick={() => choose('')}>
            Reset
          </Button>
          <Button onClick={onClose}>Apply</Button>
        </>
      }
    >
      <RadioCards
        legend="Family"
        name="family"
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        options={[
          { value: '', title: 'All families' },
          ...families.map((name) => ({
            value: name,
            title: name,
            aside: items.filter((item) => item.family === name).length,
          })),
        ]}
      />
    </SidePanel>
  );
}
