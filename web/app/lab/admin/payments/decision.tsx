import type { PaymentAction, StaffPaymentDetail } from '@vialproof/contract/payments-staff';
import { amountWords } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { ReasonDialog } from '../../reason-dialog';
import { usePaymentStep } from './queries';
import { RefundDialog } from './refund-dialog';
import { RetryRefund } from './refunds';
import { decisionText, decisionWords } from './words';

function AcceptDialog({ payment, open, onClose }: Asking) {
  const accept = usePaymentStep(payment.id, (reason: string) =>
    parseResponse(api.lab.payments[':id'].accept.$post({ param: { id: payment.id }, json: { reason } })),
  );
  const came = amountWords(payment.received_cents, payment.received_currency);
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      place="payment"
      title={`Take ${came} as the price?`}
      action={`Take ${came} as paid`}
      busyAction="Taking it…"
      step={accept}
      done="Taken as paid."
    >
      <p>{`${amountWords(payment.amount_cents, payment.currency)} was due. The order goes on as if all of it had come, and the invoice says ${came}. The difference is not asked for again.`}</p>
    </ReasonDialog>
  );
}

function DismissDialog({ payment, open, onClose }: Asking) {
  const dismiss = usePaymentStep(payment.id, (reason: string) =>
    parseResponse(api.lab.payments[':id'].dismiss.$post({ param: { id: payment.id }, json: { reason } })),
  );
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      place="payment"
      title="Leave it as it is?"
      action="Leave it"
      busyAction="Leaving it…"
      step={dismiss}
      done="Left as it is."
    >
      <p>
        Nothing moves, and no decision is asked for until something new happens to this payment. Money that is
        here stays here; an order that waits keeps waiting.
      </p>
    </ReasonDialog>
  );
}

interface Asking {
  payment: StaffPaymentDetail;
  open: boolean;
  onClose: () => void;
}

/** Says what an admin must decide about a payment, with every possible action. */
export function PaymentDecision({ payment }: { payment: StaffPaymentDetail }) {
  const [asked, ask] = useState<PaymentAction | null>(null);
  const check = usePaymentStep(payment.id, () =>
    parseResponse(api.lab.payments[':id'].check.$post({ param: { id: payment.id } })),
  );
  const can = (action: PaymentAction) => payment.actions.includes(action);
  const close = () => ask(null);
  const { decision } = payment;
  const failed = can('retry_refund') ? payment.refunds.find((one) => one.waits_for_decision) : undefined;
  const buttons = (
    <div className="flex flex-wrap gap-3">
      {failed ? <RetryRefund payment={payment} refund={failed} main /> : null}
      {can('accept') ? <Button onClick={() => ask('accept')}>Take as paid…</Button> : null}
      {can('refund') ? (
        <Button
          variant={decision && !can('accept') && !failed ? 'primary' : 'secondary'}
          onClick={() => ask('refund')}
        >
          Give money back…
        </Button>
      ) : null}
      {can('dismiss') ? (
        <Button variant="secondary" onClick={() => ask('dismiss')}>
          Leave it…
        </Button>
      ) : null}
      {can('check') ? (
        <Button
          variant="secondary"
          busy={check.isPending}
          onClick={() =>
            check.mutate(undefined, { onSuccess: () => notify.success('The provider was asked.') })
          }
        >
          {check.isPending ? 'Asking…' : 'Ask the provider'}
        </Button>
      ) : null}
    </div>
  );
  return (
    <>
      {decision ? (
        <Notice tone="wait">
          <div className="grid gap-4 py-1">
            <div className="grid gap-1">
              <h2 className="font-medium">{`${decisionWords[decision]}: please decide`}</h2>
              <p className="max-w-prose">{decisionText(payment)}</p>
            </div>
            {buttons}
          </div>
        </Notice>
      ) : (
        buttons
      )}
      <StepError error={check.error} />
      <AcceptDialog
        key={`accept ${payment.id}`}
        payment={payment}
        open={asked === 'accept'}
        onClose={close}
      />
      <DismissDialog
        key={`dismiss ${payment.id}`}
        payment={payment}
        open={asked === 'dismiss'}
        onClose={close}
      />
      <RefundDialog
        key={`refund ${payment.id}`}
        payment={payment}
        open={asked === 'refund'}
        onClose={close}
      />
    </>
  );
}
