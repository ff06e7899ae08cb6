import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TestRequest } from '@vialproof/contract/orders';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { mine, testQuery } from '../../data/orders/queries';
import { api } from '../../lib/api';
import { formatMoney } from '../../lib/money';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { CancelDialog } from './cancel-dialog';

// A broken server has a sentence too, but nobody decided anything: that is the alert's case.
const unexpected = ['internal', 'unavailable', 'unknown'];

function PayButton({ request }: { request: TestRequest }) {
  const queries = useQueryClient();
  const pay = useMutation({
    mutationFn: () =>
      parseResponse(
        api.checkout.$post({
          json: {
            request_id: request.id,
            provider: request.payment_method,
            amount_cents: request.final_price_cents,
            currency: 'usd',
          },
        }),
      ),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      void queries.invalidateQueries({ queryKey: testQuery(request.id).queryKey });
      if (!(error instanceof ApiProblem) || unexpected.includes(error.code)) {
        window.alert('Could not create request. Please try again.');
      }
    },
  });
  // Stays busy after success until the browser has left.
  const busy = pay.isPending || pay.isSuccess;
  const known = pay.error instanceof ApiProblem && !unexpected.includes(pay.error.code);
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button size="large" busy={busy} onClick={() => pay.mutate()}>
        {busy ? 'Opening checkout…' : `Pay ${formatMoney(request.final_price_cents)}`}
      </Button>
      <div role="alert" className="empty:hidden">
        {known && pay.error ? <FieldError>{pay.error.message}</FieldError> : null}
      </div>
    </div>
  );
}

const payable = ['draft', 'pending_payment'];
const cancellable = ['draft', 'pending_payment', 'paid', 'awaiting_sample'];

/** The way to the payment page, while the order waits for it. */
export function PayAction({ request }: { request: TestRequest }) {
  return payable.includes(request.status) ? <PayButton request={request} /> : null;
}

/** The way out, until the sample is in the laboratory. */
export function CancelAction({ request }: { request: TestRequest }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  // A group's test is not one member's to cancel.
  if (!cancellable.includes(request.status) || request.group_test_id) return null;
  return (
    <div className="border-rule border-t pt-5">
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
