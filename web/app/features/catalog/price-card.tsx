import type { CatalogItem } from '@vialproof/contract/catalog';
import { Link } from 'react-router';
import { Money } from '../../ui/figures';
import { Icon } from '../../ui/icon';
import { Skeleton } from '../../ui/states';

/** One test that is sold; the whole card leads to ordering it. */
export function PriceCard({ item, featured = false }: { item: CatalogItem; featured?: boolean }) {
  return (
    <article
      className={`relative flex flex-col rounded-sm border bg-sheet p-5 transition-colors has-[a:hover]:border-accent ${
        featured ? 'min-h-80 border-ink md:p-7' : 'min-h-64 border-rule'
      }`}
    >
      <p className="label">{item.family}</p>
      <h3 className="display-3 mt-2">
        <Link to={`/request?sku=${item.slug}`} className="after:absolute after:inset-0 after:rounded-sm">
          {item.name}
        </Link>
      </h3>
      <p className="mt-3 text-ink-soft text-sm">{item.description}</p>
      <p className="mt-3 text-ink-soft text-sm">
        Sample: {item.sample_requirement}
        <br />
        TAT: {item.tat_text}
      </p>
      <p className="mt-auto flex items-end justify-between pt-6">
        <Money cents={item.base_price_cents} className={featured ? 'text-4xl' : 'text-2xl'} />
        <Icon name="arrow-right" className="size-5 text-accent" />
      </p>
    </article>
  );
}

export function PriceCardSkeleton() {
  return (
    <div className="flex min-h-64 flex-col rounded-sm border border-rule bg-sheet p-5">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-3 h-7 w-3/4" />
      <Skeleton className="mt-4 h-12" />
      <Skeleton className="mt-auto h-9 w-28" />
    </div>
  );
}
