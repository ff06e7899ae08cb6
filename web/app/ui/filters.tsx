import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Link, useNavigation, useSearchParams } from 'react-router';
import { withParams } from '../lib/list-address';
import { Button, buttonClass } from './button';
import { IconButton } from './icon-button';
import { SidePanel } from './side-panel';

/**
 * The button FILTERS and its panel, inside the form of a `SearchBox`. The children are checkboxes whose names and
 * values are query parameters. A click changes the address at once. Without scripts, Apply sends the form.
 */
export function Filters({
  names,
  active,
  children,
}: {
  /** The parameters that Reset removes. */
  names: string[];
  /** The number of active filters. */
  active: number;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDialogElement>(null);
  const [params, setParams] = useSearchParams();
  const isIdle = useNavigation().state === 'idle';
  const isCompared = useRef(false);
  const none = Object.fromEntries(['page', ...names].map((name) => [name, '']));

  const boxes = () => [...(panel.current?.querySelectorAll('input') ?? [])];
  // Each choice is a step in the browser's history, so that Back undoes it.
  const apply = ({ replace = false } = {}) => {
    const ticked = boxes().filter((box) => box.checked);
    const change = { ...none, ...Object.fromEntries(ticked.map(({ name, value }) => [name, value])) };
    setParams((now) => withParams(now, change), { replace, preventScrollReset: true });
  };
  // Boxes that were ticked before React had started change the address. Later the address decides.
  const compare = useEffectEvent(() => {
    const others = boxes().filter((box) => box.checked !== ((params.get(box.name) ?? '') === box.value));
    if (others.length > 0 && !isCompared.current) apply({ replace: true });
    // The address decides and not the box, because a tick in a group has already removed another.
    else for (const box of others) box.checked = (params.get(box.name) ?? '') === box.value;
    isCompared.current = true;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new address.
  useEffect(() => {
    if (isIdle) compare();
  }, [isIdle, params]);

  return (
    <>
      <Button
        variant="secondary"
        className="max-sm:grow"
        icon={<SlidersHorizontal className="size-4" />}
        popoverTarget="filters"
        aria-haspopup="dialog"
      >
        <span>FILTERS</span>
        {active > 0 ? <span className="figures">{`(${active})`}</span> : null}
      </Button>
      <SidePanel id="filters" label="Filters" ref={panel}>
        <div className="flex items-center justify-between gap-4 py-6">
          <h2 className="display-3">Filters</h2>
          <IconButton label="Close" popoverTarget="filters" popoverTargetAction="hide" className="-mr-2">
            <X className="size-5" />
          </IconButton>
        </div>
        <div className="flex-1" onChange={() => apply()}>
          {children}
        </div>
        <div className="mt-6 flex flex-wrap gap-3 border-rule border-t pt-5 *:flex-1">
          <Link
            to={`?${withParams(params, none)}`}
            preventScrollReset
            className={buttonClass({ variant: 'secondary' })}
          >
            Reset
          </Link>
          <Button type="submit" onClick={() => panel.current?.hidePopover()}>
            Apply
          </Button>
        </div>
      </SidePanel>
    </>
  );
}
