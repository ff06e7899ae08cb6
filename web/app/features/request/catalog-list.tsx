import type { CatalogItem } from '@vialproof/contract/catalog';
import { formatMoney } from '@vialproof/science/money/money';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { SampleAndTurnaround } from '../../data/turnaround/turnaround-of';
import { RadioCards } from '../../ui/choices';
import { controlClass } from '../../ui/field';
import { inOrder } from './catalog-order';

/** The look of a `summary` as a link with an arrow. */
export const summaryClass =
  'link flex min-h-11 cursor-pointer list-none items-center gap-1.5 justify-self-start [&::-webkit-details-marker]:hidden';

/** What the card of a test shows. */
export const cardOf = (item: CatalogItem) => ({
  value: item.id,
  title: item.name,
  text: (
    <>
      <span className="mb-1.5 block">{item.description}</span>
      <SampleAndTurnaround item={item} />
    </>
  ),
  aside: formatMoney(item.base_price_cents),
});

/** A search field and all tests as radio buttons. The popular ones come first, the others in a closed part. */
export function CatalogList({
  catalog,
  searchBox,
  ...input
}: {
  catalog: CatalogItem[];
  searchBox: RefObject<HTMLInputElement | null>;
} & Omit<ComponentProps<typeof RadioCards>, 'legend' | 'options' | 'value'>) {
  const [sought, setSought] = useState('');
  // The search box may contain input from before hydration.
  useEffect(() => setSought(searchBox.current?.value ?? ''), [searchBox]);
  const { shown, folded } = inOrder(catalog, sought);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-1">
      <input
        type="search"
        aria-label="Find a test"
        placeholder="Find a test…"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        className={controlClass}
        ref={searchBox}
        onChange={(event) => setSought(event.target.value)}
        // Enter in the search box must not submit the order.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <RadioCards legend="Test" hideLegend {...input} options={shown.map(cardOf)} />
      {shown.length === 0 ? (
        <p className="py-6 text-center text-ink-soft">{`No test matches “${sought.trim()}”.`}</p>
      ) : null}
      {folded.length > 0 ? (
        <details className="group/more">
          <summary className={summaryClass}>
            <span>{`Show all ${catalog.length} tests`}</span>
            <ChevronDown className="size-4 group-open/more:rotate-180" />
          </summary>
          <div className="pt-2">
            <RadioCards legend="More tests" hideLegend {...input} options={folded.map(cardOf)} />
          </div>
        </details>
      ) : null}
    </div>
  );
}
