import { useQueryClient } from '@tanstack/react-query';
import { methodFacts, type PaymentMethod } from '@vialproof/contract/payment-methods';
import type { NextShowcase } from '@vialproof/contract/showcases';
import { formatMoney } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { useOfferedMethods } from '../../../data/orders/order-fields';
import { usePaymentPage } from '../../../data/orders/payment-page';
import { weekWords } from '../../../data/showcases/words';
import { api } from '../../../lib/api';
import { ApiProblem } from '../../../lib/problem';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/figures';
import { StepError } from '../../../ui/step-error';
import { showcasesKey } from './queries';

/** Another user took the week that the page had shown. */
class OtherWeek extends Error {}

/**
 * Reserves the shown week and opens its payment page. If the server offers another week, the page shows that one first.
 * Returns the address of the payment page.
 */
async function openWeekPage(
  requestId: string,
  shown: NextShowcase,
  provider: PaymentMethod,
): Promise<string> {
  const named = shown.reserved ?? { ...shown, amount_cents: shown.week_cents };
  const { data } = await parseResponse(api.showcases.$post({ json: { request_id: requestId } }));
  if (data.week_starts !== named.week_starts || data.amount_cents !== named.amount_cents) {
    throw new OtherWeek(
      `The week that stood here has just been taken. ${weekWords(data)} is reserved for you now, for ${formatMoney(data.amount_cents)}.`,
    );
  }
  const json = { request_id: data.id, provider, amount_cents: data.amount_cents, currency: 'usd' as const };
  return (await parseResponse(api.checkout.$post({ json }))).url;
}

/** The next free week on the home page with its price, and a button for each payment method. */
export function BuyWeek({
  requestId,
  next,
  verb,
  taskNumber,
}: {
  requestId: string;
  next: NextShowcase;
  /** The first words of the buttons: 'Pay' or 'Renew for'. */
  verb: string;
  /** Read aloud, because a page may have several such buttons. */
  taskNumber?: number;
}) {
  const queries = useQueryClient();
  const offered = useOfferedMethods();
  const pay = usePaymentPage(
    (provider: PaymentMethod) => openWeekPage(requestId, next, provider),
    () => void queries.invalidateQueries({ queryKey: showcasesKey }),
  );
  const { reserved } = next;
  const cents = reserved?.amount_cents ?? next.week_cents;
  const isDecided = pay.error instanceof ApiProblem || pay.error instanceof OtherWeek;
  return (
    <div className="grid grid-cols-1 gap-4">
      {reserved ? (
        <p key="reserved" className="max-w-prose">
          <strong className="font-medium">{weekWords(reserved)}</strong> is reserved for you until{' '}
          <Instant at={reserved.reserved_until} exact />.
        </p>
      ) : (
        <p key="free" className="max-w-prose">
          The next free week is <strong className="font-medium">{weekWords(next)}</strong>.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {offered.map((method, place) => (
          <Button
            key={method}
            variant={place === 0 ? 'primary' : 'secondary'}
            busy={pay.busy && pay.variables === method}
            aria-disabled={pay.busy || undefined}
            onClick={() => pay.mutate(method)}
          >
            <span>
              {pay.busy && pay.variables === method
                ? 'Opening checkout…'
                : `${reserved ? 'Pay' : verb} ${formatMoney(cents)} by ${methodFacts[method].noun}`}
            </span>
            {taskNumber === undefined ? null : <span className="sr-only">{`, task ${taskNumber}`}</span>}
          </Button>
        ))}
      </div>
      <StepError
        error={
          pay.error && !isDecided
            ? 'The payment page could not be opened. Please try again.'
            : pay.error?.message
        }
      />
    </div>
  );
}
