import { useQuery } from '@tanstack/react-query';
import type { CheckoutOutcome } from '@vialproof/contract/checkout';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { amountWords } from '@vialproof/science/money/money';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { testQuery } from '../../data/orders/queries';
import { ShippingSteps } from '../../data/orders/shipping-steps';
import { keep, orderDraft } from '../../lib/kept';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { QueryView } from '../../ui/query-view';
import { Spinner } from '../../ui/spinner';
import { ErrorPanel } from '../../ui/states';
import { differenceWords } from './difference-words';
import { checkoutQuery } from './payment-query';

function Outcome({
  title,
  children,
  next,
  actions,
}: {
  title: ReactNode;
  children: ReactNode;
  /** What the customer does next. It comes before links to other pages. */
  next?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <section className="page py-16 md:py-24" aria-live="polite">
      <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-6">
        <span aria-hidden="true" className="motif h-14 w-56 max-w-full text-accent [mask-position:left]" />
        <h1 className="display-2">{title}</h1>
        <div className="grid gap-3 text-ink-soft text-lg">{children}</div>
      </div>
      {next}
      {actions ? <div className="mt-8 flex flex-wrap gap-3">{actions}</div> : null}
    </section>
  );
}

function Failed({ reason, again = '/request' }: { reason: string; again?: string }) {
  return (
    <Outcome title="Payment Verification Failed" actions={<Button to={again}>Try Again</Button>}>
      <p>{reason}</p>
    </Outcome>
  );
}

/** Says that the payment was not the price. Shows nothing if it was, or if no money came. */
function Difference({ checkout }: { checkout: CheckoutOutcome }) {
  const words = differenceWords(checkout);
  return words ? <p className="font-medium text-ink">{words}</p> : null;
}

/** The order that was just paid, and the next steps for the customer. */
function PaidOrder({ detail, checkout }: { detail: MyTestDetail; checkout: CheckoutOutcome }) {
  const { request, sku } = detail;
  const facts: [label: string, value: ReactNode][] = [
    [
      'Paid',
      <span key="paid" className="figures">
        {amountWords(checkout.received_cents, checkout.received_currency)}
      </span>,
    ],
    ['Test', sku.name],
    [
      'Task number',
      <span key="task" className="inline-flex items-center gap-1">
        <span className="figures">{request.task_number}</span>
        <CopyButton text={String(request.task_number)} label="Copy task number" />
      </span>,
    ],
  ];
  return (
    <div className="mt-10 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-10">
      <dl className="border-rule border-t">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap items-center gap-x-4 border-rule border-b py-3">
            <dt className="w-32 text-ink-soft text-sm">{label}</dt>
            <dd className="wrap-anywhere min-w-0 flex-1 basis-40 font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {request.status === 'awaiting_sample' ? (
        <section className="grid gap-5">
          <h2 className="display-3">Now send the sample</h2>
          <ShippingSteps detail={detail} />
        </section>
      ) : null}
    </div>
  );
}

function Paid({ checkout }: { checkout: CheckoutOutcome }) {
  const requestId = checkout.request_id;
  const test = useQuery(testQuery(requestId));
  const isCancelled = test.data?.request.status === 'cancelled';
  return (
    <Outcome
      title="Payment Successful!"
      actions={
        <>
          <Button to={`/dashboard/tests/${requestId}`}>Open This Order</Button>
          <Button to="/dashboard" variant="secondary">
            Go to Dashboard
          </Button>
          {another}
        </>
      }
      next={
        <QueryView query={test}>{(detail) => <PaidOrder detail={detail} checkout={checkout} />}</QueryView>
      }
    >
      {isCancelled ? null : <Difference checkout={checkout} />}
      <p>
        {isCancelled
          ? 'The order had been cancelled before the payment arrived. The money goes back by itself; Billing shows when.'
          : 'Your order is paid. We have mailed you where to send the vial, too.'}
      </p>
    </Outcome>
  );
}

const toTests = <Button to="/dashboard">Go to Dashboard</Button>;
const another = (
  <Button to="/request" variant="secondary">
    Request Another Test
  </Button>
);

function Asked({ sessionId }: { sessionId: string }) {
  const checkout = useQuery(checkoutQuery(sessionId));
  const state = checkout.data?.state;
  // If the payment was for a share of a group, the page links to this group.
  const group = checkout.data?.group_id ? `/group-tests/${checkout.data.group_id}` : undefined;

  // An event tells the page about the payment. If events fail, the query asks again and again.
  const { refetch } = checkout;
  useEffect(() => {
    if (state !== 'confirming') return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('../../lib/live').then(({ followLive }) => {
      if (!isGone) stop = followLive({}, () => void refetch());
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [state, refetch]);

  // The order is paid, so the order form must not start with it again.
  useEffect(() => {
    if (state && state !== 'failed' && !group) keep(orderDraft, null);
  }, [state, group]);

  if (checkout.isError && !checkout.data) {
    if (checkout.error instanceof ApiProblem && checkout.error.status === 404) {
      return <Failed reason="This payment is not known, or it belongs to another account." />;
    }
    return (
      <Outcome title="Your payment could not be looked up">
        <ErrorPanel
          message={checkout.error.message}
          onRetry={() => void checkout.refetch()}
          busy={checkout.isFetching}
        />
      </Outcome>
    );
  }
  switch (checkout.data?.state) {
    case 'confirmed':
      return group ? (
        <Outcome
          title="Payment Successful!"
          actions={
            <>
              <Button to={group}>Back to the Group</Button>
              <Button to="/dashboard" variant="secondary">
                Go to Dashboard
              </Button>
              {another}
            </>
          }
        >
          <Difference checkout={checkout.data} />
          <p>
            Your share is paid. Once all shares are, the vial goes to the laboratory; the group’s page shows
            how far it is, and we write to you.
          </p>
        </Outcome>
      ) : (
        <Paid checkout={checkout.data} />
      );
    case 'attention':
      return (
        <Outcome title="Your payment needs a look" actions={toTests}>
          <Difference checkout={checkout.data} />
          <p>
            <span>
              {checkout.data.reason ??
                'Something about this payment does not match the order. A person is looking at it.'}
            </span>{' '}
            Please do not pay again.
          </p>
        </Outcome>
      );
    case 'failed':
      return (
        <Failed
          reason={checkout.data.reason ?? 'The payment did not go through. Nothing was charged.'}
          {...(group ? { again: group } : {})}
        />
      );
    default:
      return (
        <Outcome
          title={
            <span className="inline-flex items-center gap-4">
              <Spinner size="0.7em" />
              Confirming your payment
            </span>
          }
          actions={state === 'confirming' ? toTests : undefined}
        >
          <p>
            We are waiting for the payment provider. This usually takes a few seconds; you may also leave this
            page: the order follows by itself.
          </p>
        </Outcome>
      );
  }
}

/** The page after a payment. An address can be faked, so the page asks the server. */
export function PaymentOutcome() {
  const sessionId = useSearchParams()[0].get('session_id')?.trim();
  return sessionId ? <Asked sessionId={sessionId} /> : <Failed reason="No session ID provided" />;
}
