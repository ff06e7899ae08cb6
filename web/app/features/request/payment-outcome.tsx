import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { keep } from '../../lib/kept';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { Spinner } from '../../ui/spinner';
import { ErrorPanel } from '../../ui/states';
import { checkoutQuery, draftName } from './payment-query';

function Outcome({
  title,
  children,
  actions,
}: {
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <section className="page py-16 md:py-24" aria-live="polite">
      <div className="grid max-w-xl gap-6">
        <span aria-hidden="true" className="motif h-14 w-56 max-w-full text-accent [mask-position:left]" />
        <h1 className="display-2">{title}</h1>
        <div className="text-ink-soft text-lg">{children}</div>
        {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
      </div>
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

const toTests = <Button to="/dashboard">Go to Dashboard</Button>;
const another = (
  <Button to="/request" variant="secondary">
    Request Another Test
  </Button>
);

function Asked({ sessionId }: { sessionId: string }) {
  const checkout = useQuery(checkoutQuery(sessionId));
  const state = checkout.data?.state;
  // Where the payment of a share came from.
  const group = checkout.data?.group_id ? `/group-tests/${checkout.data.group_id}` : undefined;

  // The news of the payment comes by the line for live news; without it the query asks again by itself.
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

  // Paid: the form must not begin where this order was.
  useEffect(() => {
    if (state && state !== 'failed' && !group) keep(draftName, null);
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
  switch (state) {
    case 'confirmed':
      return (
        <Outcome
          title="Payment Successful!"
          actions={
            <>
              {group ? <Button to={group}>Back to the Group</Button> : toTests}
              {group ? (
                <Button to="/dashboard" variant="secondary">
                  Go to Dashboard
                </Button>
              ) : null}
              {another}
            </>
          }
        >
          <p>
            {group
              ? 'Your share is paid. Once all shares are, the vial goes to the laboratory; the group’s page shows how far it is, and we write to you.'
              : 'Your order is paid. The dashboard shows where to send the vial, and we have mailed you the same.'}
          </p>
        </Outcome>
      );
    case 'attention':
      return (
        <Outcome title="Your payment needs a look" actions={toTests}>
          <p>
            {checkout.data?.reason ??
              'Something about this payment does not match the order. A person is looking at it.'}{' '}
            Please do not pay again.
          </p>
        </Outcome>
      );
    case 'failed':
      return (
        <Failed
          reason={checkout.data?.reason ?? 'The payment did not go through. Nothing was charged.'}
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

/** Where the payment provider sends people back to. A redirect proves nothing: the server is asked. */
export function PaymentOutcome() {
  const sessionId = useSearchParams()[0].get('session_id')?.trim();
  return sessionId ? <Asked sessionId={sessionId} /> : <Failed reason="No session ID provided" />;
}
