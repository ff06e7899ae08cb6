import { useQueryClient } from '@tanstack/react-query';
import type { TestRequest } from '@vialproof/contract/orders';
import { formatMoney } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { alertUnexpected, refusalOf, usePaymentPage } from '../../data/orders/payment-page';
import { mine, testQuery } from '../../data/orders/queries';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { StepError } from '../../ui/step-error';
import { CancelDialog } from './cancel-dialog';

function PayButton({ request }: { request: TestRequest }) {
  const queries = useQueryClient();
  const pay = usePaymentPage(
    async () => {
      const { url } = await parseResponse(
        api.checkout.$post({
          json: {
            request_id: request.id,
            provider: request.payment_method,
            amount_cents: request.final_price_cents,
            currency: 'usd',
          },
        }),
      );
      return url;
    },
    (error) => {
      void queries.invalidateQueries({ queryKey: testQuery(request.id).queryKey });
      alertUnexpected(error);
    },
  );
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button size="large" busy={pay.busy} onClick={() => pay.mutate()}>
        {pay.busy ? 'Opening checkout…' : `Pay ${formatMoney(request.final_price_cents)}`}
      </Button>
      <StepError error={refusalOf(pay.error)} />
    </div>
  );
}

const payable = ['draft', 'pending_payment'];
const cancellable = ['draft', 'pending_payment', 'paid', 'awaiting_sample'];

/** Whether the customer can change method and details of an order: only of an unpaid order that belongs to no group. */
export const mayChange = ({ status, group_test_id }: TestRequest): boolean =>
  payable.includes(status) && group_test_id === null;

/** Links to the payment page and to the page that changes the order, while the order is unpaid. */
export function PayAction({ request }: { request: TestRequest }) {
  if (!payable.includes(request.status)) return null;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <PayButton request={request} />
      {mayChange(request) ? (
        <Button size="large" variant="secondary" to={`/dashboard/tests/${request.id}/change`}>
          Change payment or details
        </Button>
      ) : null}
    </div>
  );
}

/** The button that cancels an order. It is shown until the laboratory has the sample. */
export function CancelAction({ request }: { request: TestRequest }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  // A member of a group cannot cancel the test of the group.
  if (!cancellable.includes(request.status) || request.group_test_id) return null;
  return (
    <div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Cancel this order
      </Button>
      <CancelDialog
        request={request}
        open={asking}
        onClose={() => setAsking(false)}
        onCancelled={() => {
          setAsking(false);
          void queries.invalidateQueries({ queryKey: mine });
        }}
      />
    </div>
  );
}
