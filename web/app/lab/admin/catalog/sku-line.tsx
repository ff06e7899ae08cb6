import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { Link } from 'react-router';
import { Instant, Money } from '../../../ui/figures';
import { Badge } from '../../../ui/status-badge';

/** The name of a test with a link to its page, and the category of the test. */
export function SkuName({ sku }: { sku: StaffSku }) {
  return (
    <div className="min-w-0">
      <Link
        to={`/lab/catalog/${sku.id}`}
        className="-my-1 inline-flex min-h-11 items-center py-2 font-medium underline decoration-edge underline-offset-4 hover:text-accent hover:decoration-accent"
      >
        {sku.name}
      </Link>
      <p className="break-words text-ink-soft text-sm">
        <span>{sku.family}</span> <span className="figures text-ink-faint">{`/${sku.slug}`}</span>
      </p>
    </div>
  );
}

/** The badges and the price of a test. */
export function SkuFigures({ sku }: { sku: StaffSku }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 md:justify-end">
      {sku.popular_rank === null ? null : <Badge>{`POPULAR ${sku.popular_rank}`}</Badge>}
      {sku.includes_sterility ? <Badge>STERILITY</Badge> : null}
      {sku.retired_at ? (
        <span className="text-ink-soft text-sm">
          retired <Instant at={sku.retired_at} />
        </span>
      ) : null}
      <Money cents={sku.base_price_cents} className="md:min-w-24 md:text-right" />
    </div>
  );
}
