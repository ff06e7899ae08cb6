import type { ViewerShare } from '@vialproof/contract/group-tests';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { useConfig } from '../../lib/config';
import { amountWords, formatMoney } from '../../lib/money';
import { ApiProblem } from '../../lib/problem';
import { isSettling, settlingWords } from '../../lib/settling';
import { Button } from '../../ui/button';
import { RadioCards } from '../../ui/choices';
import { FieldError } from '../../ui/field';
import { Instant } from '../../ui/figures';
import { Notice } from '../../ui/states';

type Method = 'stripe' | 'coinbase';
const titles: Record<Method, string> = { stripe: 'Card', coinbase: 'Crypto' };

/** The share that is to be paid; where money for it is here or on its way, what becomes of that. */
export function PayShare({ share }: { share: ViewerShare }) {
  const { payment_status: status, received_cents: cents, received_currency: currency } = share;
  const isShort = cents > 0 && status !== 'paid' && status !== 'overpaid';
  if (!isShort && !isSettling(status)) return <PayForm share={share} />;
  return (
    <Notice tone="wait">
      <p className="font-medium">Your share: {formatMoney(share.amount_cents)}</p>
      {isShort ? <p>{amountWords(cents, currency)} arrived.</p> : null}
      <p className="mt-1">{settlingWords(isShort ? 'underpaid' : status, 'share')}</p>
    </Notice>
  );
}

/** By card or crypto, on the provider's own page. */
function PayForm({ share }: { share: ViewerShare }) {
  const offered = useConfig()?.payment_methods ?? [];
  const [method, setMethod] = useState<Method>('stripe');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const pay = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { url } = await parseResponse(
        api.checkout.$post({
          json: { request_id: share.id, provider: method, amount_cents: share.amount_cents, currency: 'usd' },
        }),
      );
      window.location.assign(url);
    } catch (error) {
      setBusy(false);
      setRefusal(
        error instanceof ApiProblem
          ? error.detail
          : 'The payment page could not be opened. Please try again.',
      );
    }
  };
  return (
    <Notice tone="wait">
      <div className="grid gap-4 py-1">
        <div>
          <p className="font-medium">Your share: {formatMoney(share.amount_cents)}</p>
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
          onChange={(event) => setMethod(event.target.value as Method)}
          options={(['stripe', 'coinbase'] as const).map((value) => ({
            value,
            title: titles[value],
            disabled: !offered.includes(value),
          }))}
        />
        <div className="grid gap-2">
          <Button busy={busy} onClick={() => void pay()} wide>
            {busy ? 'Opening the payment page…' : `Pay ${formatMoney(share.amount_cents)}`}
          </Button>
          <div role="alert" className="empty:hidden">
            {refusal ? <FieldError>{refusal}</FieldError> : null}
          </div>
        </div>
      </div>
    </Notice>
  );
}
