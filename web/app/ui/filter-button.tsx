import { SlidersHorizontal } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { Button } from './button';

interface PanelProps {
  open: boolean;
  onClose: () => void;
}

/** The FILTERS button and its panel, whose code is fetched when a pointer or the focus nears the button. */
export function FilterButton<Props extends PanelProps>({
  active,
  load,
  panel,
}: {
  /** How many filters are on. */
  active: number;
  load: () => Promise<{ default: ComponentType<Props> }>;
  panel: Omit<Props, keyof PanelProps>;
}) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const Panel = useMemo(() => lazy(load), [load]);
  const props = { ...panel, open, onClose: () => setOpen(false) } as Props;
  return (
    <>
      <Button
        variant="secondary"
        className="noscript:hidden"
        icon={<SlidersHorizontal className="size-4" />}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        FILTERS{active > 0 ? <span className="figures">({active})</span> : null}
      </Button>
      {wanted ? (
        <Suspense>
          <Panel {...props} />
        </Suspense>
      ) : null}
    </>
  );
}
