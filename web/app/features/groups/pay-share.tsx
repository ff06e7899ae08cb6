import type { ViewerShare } from '@vialproof/contract/group-tests';
import { CARD, methodFacts, PAYMENT_METHODS, type PaymentMethod } from '@vialproof/contract/payment-methods';
import { amountWords, formatMoney } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { firstMethod, useOfferedMethods } from '../../data/orders/order-fields';
import { usePaymentPage } from '../../data/orders/payment-page';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { isSettling, settlingWords } from '../../lib/settling';
import { Button } from '../../ui/button';
import { RadioCards } from '../../ui/choices';
import { Instant } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { StepError } from '../../ui/step-error';

/** The user's unpaid share. If money has arrived or is on its way, it shows the state of the payment. */
export function PayShare({ share }: { share: ViewerShare }) {
  const { payment_status: status, received_cents: cents } = share;
  const isShort = cents > 0 && status !== 'paid' && status !== 'overpaid';
  if (!isShort && !isSettling(status)) return <PayForm share={share} />;
  return (
    <Notice tone="wait">
      <p className="font-medium">{`Your share: ${formatMoney(share.amount_cents)}`}</p>
      {isShort ? <p>{arrivedWords(share)}</p> : null}
      <p className="mt-1">{settlingWords(isShort ? 'underpaid' : status, 'share')}</p>
    </Notice>
  );
}

/** The received amount, and the missing amount if both are in dollars. */
function arrivedWords({
  amount_cents: due,
  received_cents: cents,
  received_currency: currency,
}: ViewerShare) {
  const arrived = `${amountWords(cents, currency)} arrived.`;
  const isComparable = currency === 'usd' && cents < due;
  return isComparable ? `${arrived} ${formatMoney(due - cents)} is missing.` : arrived;
}

/** A form that pays the share by card or crypto, on the payment provider's own page. */
function PayForm({ share }: { share: ViewerShare }) {
  const offered = useOfferedMethods();
  const [method, setMethod] = useState(() => firstMethod(CARD, offered));
  const pay = usePaymentPage(async () => {
    const { url } = await parseResponse(
      api.checkout.$post({
        json: { request_id: share.id, provider: method, amount_cents: share.amount_cents, currency: 'usd' },
      }),
    );
    return url;
  });
  const refusal =
    pay.error && !(pay.error instanceof ApiProblem)
      ? 'The payment page could not be opened. Please try again.'
      : pay.error?.message;
  return (
    <Notice tone="wait">
      <div className="grid gap-4 py-1">
        <div>
          <p className="font-medium">{`Your share: ${formatMoney(share.amount_cents)}`}</p>
          {share.pay_by ? (
            <p className="text-ink-soft text-sm">
              To be paid by <Instant at={share.pay_by} exact />. After that it goes to somebody else.
            </p>
          ) : null}
        </div>
        <RadioCards
          legend="Pay by"
          name="share-method"
          columns={2}
          value={method}
          onChange={(event) => setMethod(event.target.value as PaymentMethod)}
          options={PAYMENT_METHODS.map((value) => ({
            value,
            title: methodFacts[value].title,
            disabled: !offered.includes(value),
          }))}
        />
        <div className="grid gap-2">
          <Button busy={pay.busy} onClick={() => pay.mutate()} wide>
            {pay.busy ? 'Opening the payment page…' : `Pay ${formatMoney(share.amount_cents)}`}
          </Button>
          <StepError error={refusal} />
        </div>
      </div>
    </Notice>
  );
}
