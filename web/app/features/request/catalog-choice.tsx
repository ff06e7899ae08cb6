import type { CatalogItem } from '@vialproof/contract/catalog';
import { useEffect, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { formatMoney } from '../../lib/money';
import { RadioCards } from '../../ui/choices';
import { controlClass } from '../../ui/field';

/** The list of tests to choose from. It scrolls in itself, so that the form below stays near. */
export function CatalogChoice({
  catalog,
  selectedId,
  drawnId,
  field,
}: {
  catalog: CatalogItem[];
  selectedId: string;
  /** Chosen where the server draws the form. */
  drawnId: string;
  field: UseFormRegisterReturn;
}) {
  const [sought, setSought] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const word = sought.trim().toLowerCase();
  const found = catalog.filter((item) => `${item.name} ${item.description}`.toLowerCase().includes(word));

  // Brings the preselected test into view without moving the page.
  useEffect(() => {
    const box = list.current;
    const card = box?.querySelector('input:checked')?.closest('label');
    if (!box || !card || !selectedId) return;
    const { top, bottom } = card.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - 8;
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
        className={controlClass}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
      />
      <div className="border-rule border-y">
        {/* As high as shows half of the last card: there are more. The margin has room for the outline of the focus. */}
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
                  <span className="mt-1.5 block">Sample: {item.sample_requirement}</span>
                  <span className="block">TAT: {item.tat_text}</span>
                </>
              ),
              aside: formatMoney(item.base_price_cents),
            }))}
          />
          {found.length === 0 ? (
            <p className="py-6 text-center text-ink-soft">No test matches “{sought.trim()}”.</p>
          ) : null}
        </div>
      </div>
    </div>
  );
}
