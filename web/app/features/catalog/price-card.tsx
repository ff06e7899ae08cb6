import type { CatalogItem } from '@vialproof/contract/catalog';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { SampleAndTurnaround } from '../../data/turnaround/turnaround-of';
import { Money } from '../../ui/figures';

const card =
  'relative flex flex-col rounded-sm border bg-sheet transition-colors has-[a:hover]:border-accent';

function OrderLink({ item, isCopy = false }: { item: CatalogItem; isCopy?: boolean }) {
  return (
    <Link
      to={`/request?sku=${item.slug}`}
      tabIndex={isCopy ? -1 : undefined}
      className="after:absolute after:inset-0 after:rounded-sm"
    >
      {item.name}
    </Link>
  );
}

/** One popular test as a card. The whole card links to the order form of the test. */
export function PopularCard({ item, isCopy = false }: { item: CatalogItem; isCopy?: boolean }) {
  return (
    <article className={`${card} min-h-80 border-ink p-6 md:p-7`}>
      <p className="label">{item.family}</p>
      <h3 className="mt-2 font-display text-3xl leading-tight tracking-tight wrap-break-word">
        <OrderLink item={item} isCopy={isCopy} />
      </h3>
      <p className="mt-3 text-ink-soft">{item.description}</p>
      <p className="mt-3 text-ink-soft text-sm">
        <SampleAndTurnaround item={item} />
      </p>
      <p className="mt-auto flex flex-wrap items-end justify-between gap-x-4 pt-6">
        <Money cents={item.base_price_cents} className="text-4xl tracking-tight" />
        <ArrowRight className="size-5 text-accent" />
      </p>
    </article>
  );
}

/** One test in the price list: name and price in one line, details below. */
export function PriceCard({ item, id }: { item: CatalogItem; id?: string }) {
  return (
    <article id={id} className={`${card} min-h-44 border-rule p-5`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 sm:flex-nowrap">
        <h3 className="min-w-0 font-display font-medium text-xl wrap-anywhere leading-snug tracking-tight">
          <OrderLink item={item} />
        </h3>
        <Money cents={item.base_price_cents} className="text-lg" />
      </div>
      <p className="mt-2 mb-4 text-ink-soft text-sm">{item.description}</p>
      <p className="mt-auto border-rule border-t pt-2.5 text-ink-soft text-xs leading-5">
        <SampleAndTurnaround item={item} />
      </p>
    </article>
  );
}
