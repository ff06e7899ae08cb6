import type { CatalogItem } from '@vialproof/contract/catalog';
import { Link } from 'react-router';
import type { ApiProblem } from '../../lib/problem';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { Money } from '../../ui/figures';
import { UsualTurnaround } from './usual-turnaround';

/** The price of the order, and the payment button. */
export function SummaryPanel({
  item,
  percent,
  discountCents,
  totalCents,
  disabled,
  busy,
  refusal,
  isOrderGone,
  corrected,
}: {
  item: CatalogItem | undefined;
  /** The discount in per cent. 0 for a private test, or if there is no discount. */
  percent: number;
  discountCents: number;
  totalCents: number;
  disabled: boolean;
  busy: boolean;
  refusal: ApiProblem | undefined;
  /** Whether the order that the user began earlier can no longer be continued. */
  isOrderGone: boolean;
  /** A translator may have replaced the texts, so another test gets new elements. */
  corrected: boolean;
}) {
  const session = useSession();
  return (
    <aside
      aria-label="Summary"
      className="grid grid-cols-1 gap-5 rounded-sm border border-edge bg-sheet p-4 sm:p-6"
    >
      <h2 className="display-3">Summary</h2>
      <dl className="grid grid-cols-1 gap-2.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="wrap-anywhere min-w-0">
            {item?.name ?? <span className="text-ink-soft">No test chosen yet</span>}
          </dt>
          <dd>{item ? <Money cents={item.base_price_cents} /> : null}</dd>
        </div>
        {item && discountCents > 0 && !corrected ? (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-good">
            <dt>{`Public test, ${percent} % off`}</dt>
            <dd>
              <Money cents={-discountCents} />
            </dd>
          </div>
        ) : null}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-rule border-t pt-3">
          <dt className="font-medium">Total</dt>
          <dd className="text-2xl">
            {item ? <Money cents={totalCents} /> : <span aria-hidden="true">–</span>}
          </dd>
        </div>
      </dl>
      {item ? (
        <div className="grid gap-1.5 text-ink-soft text-sm">
          <p>{`You send: ${item.sample_requirement}.`}</p>
          {/* Another test has other sentences, and a translator may have replaced their texts. */}
          <UsualTurnaround key={item.id} item={item} />
        </div>
      ) : null}
      <Button type="submit" size="large" wide disabled={disabled} busy={busy}>
        {busy ? 'Opening checkout…' : 'Proceed to Checkout'}
      </Button>
      <div role="alert" className="grid gap-2 empty:hidden">
        {refusal ? <FieldError>{refusal.detail}</FieldError> : null}
        {isOrderGone ? (
          <p className="text-sm">
            The order you began earlier is in{' '}
            <Link to="/dashboard/tests" className="text-accent underline underline-offset-4">
              your tests
            </Link>
            . Proceed again to begin a new one.
          </p>
        ) : null}
      </div>
      {session === null ? (
        <p className="text-ink-soft text-sm">
          You will be asked to log in or register. What you entered here is kept.
        </p>
      ) : null}
    </aside>
  );
}
