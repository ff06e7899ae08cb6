import type { CatalogItem } from '@vialproof/contract/catalog';
import { formatMoney } from '@vialproof/science/money/money';
import { useEffect, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TurnaroundOf } from '../../data/turnaround/turnaround-of';
import { RadioCards } from '../../ui/choices';
import { controlClass } from '../../ui/field';

/** The list of laboratory tests to choose from. It scrolls on its own, so that the form below it stays near. */
export function CatalogChoice({
  catalog,
  selectedId,
  drawnId,
  field,
}: {
  catalog: CatalogItem[];
  selectedId: string;
  /** The id of the test that was chosen in the HTML from the server. */
  drawnId: string;
  field: UseFormRegisterReturn;
}) {
  const [sought, setSought] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // The search box may contain input from before hydration.
  useEffect(() => setSought(box.current?.value ?? ''), []);
  const word = sought.trim().toLowerCase();
  const found = catalog.filter((item) => `${item.name} ${item.description}`.toLowerCase().includes(word));

  // Scrolls the list, not the page, to the test that was chosen before.
  useEffect(() => {
    const frame = list.current;
    const card = frame?.querySelector('input:checked')?.closest('label');
    if (!frame || !card || !selectedId) return;
    const { top, bottom } = card.getBoundingClientRect();
    const seen = frame.getBoundingClientRect();
    if (top < seen.top || bottom > seen.bottom) frame.scrollTop += top - seen.top - 8;
  }, [selectedId]);

  if (catalog.length === 0) {
    return <p className="text-ink-soft">No tests available yet. Please check back soon.</p>;
  }
  return (
    <div className="grid gap-4">
      <input
        type="search"
        aria-label="Find a test"
        placeholder="Find a test…"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        className={controlClass}
        ref={box}
        onChange={(event) => setSought(event.target.value)}
        // Enter in the search box must not submit the order.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className="border-rule border-y">
        {/* The last card is cut in half, which shows that there are more cards. The margin leaves room for the
            focus outline. */}
        <div
          ref={list}
          className="-mx-1 max-h-[min(35rem,70dvh)] sm:max-h-[min(31rem,70dvh)] overflow-y-auto overscroll-contain px-1 py-3"
        >
          <RadioCards
            legend="Test"
            hideLegend
            {...field}
            defaultValue={drawnId}
            options={found.map((item) => ({
              value: item.id,
              title: item.name,
              text: (
                <>
                  <span className="block">{item.description}</span>
                  <span className="mt-1.5 block">{`Sample: ${item.sample_requirement}`}</span>
                  <TurnaroundOf item={item} />
                </>
              ),
              aside: formatMoney(item.base_price_cents),
            }))}
          />
          {found.length === 0 ? (
            <p className="py-6 text-center text-ink-soft">{`No test matches “${sought.trim()}”.`}</p>
          ) : null}
        </div>
      </div>
    </div>
  );
}
