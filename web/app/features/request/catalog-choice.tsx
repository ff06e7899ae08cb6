import type { CatalogItem } from '@vialproof/contract/catalog';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { turnaroundTerm } from '../../data/turnaround/turnaround-of';
import { CatalogList, cardOf, summaryClass } from './catalog-list';

function ChosenCard({ item }: { item: CatalogItem }) {
  const { title, text, aside } = cardOf(item);
  return (
    <section
      aria-label="Chosen test"
      className="grid grid-cols-1 gap-y-0.5 rounded-sm border border-accent bg-accent-soft p-4"
    >
      <p className="flex flex-wrap gap-x-3">
        <span className="wrap-anywhere min-w-0 flex-1 basis-28 font-medium">{title}</span>
        <span className="figures">{aside}</span>
      </p>
      <div className="text-pretty text-ink-soft text-sm">{text}</div>
    </section>
  );
}

/**
 * The chosen test, and the list to choose from, which is closed while a test is chosen. It is a `details`, so that
 * 'Change' works before hydration.
 */
export function CatalogChoice({
  catalog,
  selected,
  drawnId,
  field,
}: {
  catalog: CatalogItem[];
  selected: CatalogItem | undefined;
  /** The chosen test in the server's HTML. */
  drawnId: string;
  field: UseFormRegisterReturn;
}) {
  const list = useRef<HTMLDetailsElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  /** Whether an arrow key is down. It chooses each test that it passes, so it must not close the list. */
  const isPassing = useRef(false);
  const close = () => {
    const frame = list.current;
    if (!frame || isPassing.current) return;
    if (frame.contains(document.activeElement)) frame.querySelector('summary')?.focus();
    frame.open = false;
  };

  // The address or the stored draft may choose a test too.
  const selectedId = selected?.id ?? '';
  const seenId = useRef(drawnId);
  useEffect(() => {
    if (seenId.current === selectedId) return;
    seenId.current = selectedId;
    if (selectedId) close();
    else if (list.current) list.current.open = true;
  });

  if (catalog.length === 0) {
    return <p className="text-ink-soft">No tests available yet. Please check back soon.</p>;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-ink-soft text-sm">{turnaroundTerm}</p>
      {selected ? <ChosenCard key={selectedId} item={selected} /> : null}
      <details
        ref={list}
        open={drawnId === ''}
        className="group/choice"
        onToggle={({ currentTarget }) => {
          // On a phone the keyboard of the search field would hide the list.
          const isTouched = matchMedia('(pointer: coarse)').matches;
          if (currentTarget.open && selected && !isTouched) searchBox.current?.focus();
        }}
      >
        <summary className={selected ? summaryClass : 'hidden'}>
          <span>Change</span>
          <span className="sr-only">the test</span>
          <ChevronDown className="size-4 group-open/choice:rotate-180" />
        </summary>
        <CatalogList
          catalog={catalog}
          searchBox={searchBox}
          {...field}
          defaultValue={drawnId}
          onClick={close}
          onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
            isPassing.current = event.key.startsWith('Arrow');
            if (event.key !== 'Enter') return;
            // Enter chooses the test and must not submit the order.
            event.preventDefault();
            event.currentTarget.click();
          }}
          onKeyUp={() => {
            isPassing.current = false;
          }}
        />
      </details>
    </div>
  );
}
