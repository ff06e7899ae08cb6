import type { StaffPaymentDetail, StaffRefund } from '@vialproof/contract/payments-staff';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/figures';
import { Badge } from '../../../ui/status-badge';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { Amount } from './amount';
import { usePaymentStep } from './queries';

const tones = { requested: 'wait', pending: 'wait', succeeded: 'good', failed: 'bad' } as const;
const words = {
  requested: 'ASKED FOR',
  pending: 'ON ITS WAY',
  succeeded: 'ARRIVED',
  failed: 'FAILED',
} as const;

/** A button that asks the payment provider again for a refund that failed. */
export function RetryRefund({
  payment,
  refund,
  main = false,
}: {
  payment: StaffPaymentDetail;
  refund: StaffRefund;
  /** Whether the retry is the main action of the page. */
  main?: boolean;
}) {
  const retry = usePaymentStep(payment.id, () =>
    parseResponse(
      api.lab.payments[':id'].refunds[':refund_id'].retry.$post({
        param: { id: payment.id, refund_id: refund.id },
      }),
    ),
  );
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant={main ? 'primary' : 'secondary'}
        busy={retry.isPending}
        onClick={() => retry.mutate(undefined, { onSuccess: () => notify.success('Asked for again.') })}
      >
        {retry.isPending ? 'Asking…' : main ? 'Try the refund again' : 'Try again'}
      </Button>
      <StepError error={retry.error} />
    </div>
  );
}

function Refund({ payment, refund }: { payment: StaffPaymentDetail; refund: StaffRefund }) {
  return (
    <li className="grid gap-2 border-rule border-b py-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-xl">
          <Amount cents={refund.amount_cents} currency={payment.received_currency} />
        </span>
        <Badge tone={tones[refund.status]}>{words[refund.status]}</Badge>
        <span className="text-ink-soft text-sm">
          <Instant at={refund.created_at} exact />
          <span>{`, by ${refund.actor ?? 'the system'}`}</span>
        </span>
      </div>
      <p>{refund.reason}</p>
      {refund.failure_reason ? (
        <p className="text-bad">{`The provider said: ${refund.failure_reason}`}</p>
      ) : null}
      {refund.waits_for_decision && payment.actions.includes('retry_refund') ? (
        <RetryRefund payment={payment} refund={refund} />
      ) : null}
    </li>
  );
}

/** All refunds of a payment, including open and failed refunds. */
export function Refunds({ payment }: { payment: StaffPaymentDetail }) {
  return (
    <ul className="-my-4">
      {payment.refunds.map((refund) => (
        <Refund key={refund.id} payment={payment} refund={refund} />
      ))}
    </ul>
  );
}
