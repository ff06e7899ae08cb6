import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MyTestDetail } from '@vialproof/contract/orders';
import type { MyRegistration } from '@vialproof/contract/registrations';
import { formatMoney } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { alertUnexpected, refusalOf, usePaymentPage } from '../../data/orders/payment-page';
import { mine, testQuery } from '../../data/orders/queries';
import { api } from '../../lib/api';
import { isSettling, settlingWords } from '../../lib/settling';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Instant } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { Part } from './part';

type Visibility = MyTestDetail['request']['visibility'];

/** A mutation that changes the visibility. The server's answer replaces the test on the page. */
function useVisibility(id: string, onChanged: (detail: MyTestDetail) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (visibility: Visibility) =>
      parseResponse(api.me.tests[':id'].visibility.$put({ param: { id }, json: { visibility } })),
    onSuccess: (detail) => {
      queries.setQueryData(testQuery(id).queryKey, detail);
      void queries.invalidateQueries({ queryKey: mine });
      onChanged(detail);
    },
  });
}

/** What the public log says about the test, and the buttons that make it public or private. */
export function TestRegistration({ detail }: { detail: MyTestDetail }) {
  const { registration, request } = detail;
  const isPaid = ['paid', 'awaiting_sample', 'received', 'complete'].includes(request.status);
  if (!registration || !isPaid) return null;
  return (
    <Part title="Registration" level={3}>
      <p className="max-w-prose">
        <Registered registration={registration} visibility={request.visibility} />
      </p>
      <Choice detail={detail} registration={registration} />
    </Part>
  );
}

function Registered({
  registration,
  visibility,
}: {
  registration: MyRegistration;
  visibility: Visibility;
}): ReactNode {
  const { at, log_index: index, state, withdrawn_at: withdrawnAt } = registration;
  if (state === 'none') {
    return (
      <span key="none">
        {`When your sample is taken in, the public log is told that this test is ${visibility}, before there is a result.`}
      </span>
    );
  }
  return (
    <>
      {at && index !== null ? (
        <span>
          <span>{`Registered as ${state === 'registered_private' ? 'private' : 'public'} on `}</span>
          <Instant at={at} exact />,{' '}
          <Link to="/transparency" className="text-accent underline underline-offset-4">
            entry <span className="figures">{index.toLocaleString('en')}</span> of the public log
          </Link>
          .
        </span>
      ) : (
        <span key="before">
          Your sample was taken in before registration existed: the public log has no entry for it.
        </span>
      )}
      {withdrawnAt ? (
        <span>
          {' '}
          You made it private on <Instant at={withdrawnAt} exact />.{' '}
          <span>
            {visibility === 'public'
              ? 'You made it public after its result came: it is counted as opened later.'
              : 'It stays counted as withheld.'}
          </span>
        </span>
      ) : null}
      {state === 'registered_private' && visibility === 'public' ? (
        <span> You made it public later.</span>
      ) : null}
    </>
  );
}

const STILL_PRIVATE = 'Until a result is published you can still make it private';

function Choice({
  detail: { request },
  registration,
}: {
  detail: MyTestDetail;
  registration: MyRegistration;
}) {
  const [asking, setAsking] = useState(false);
  const change = useVisibility(request.id, (detail) => {
    setAsking(false);
    if (detail.request.visibility !== request.visibility)
      notify.success(`This test is ${detail.request.visibility} now.`);
  });
  // While the discount must be paid back, `PrivacyToPay` offers the choice. For a completed test another part of the
  // page offers it.
  if (registration.to_pay || !registration.may_change || request.status === 'complete') return null;
  const isPublic = request.visibility === 'public';
  return (
    <>
      {isPublic ? (
        <p className="max-w-prose text-ink-soft">
          {registration.discount_due_cents > 0
            ? `${STILL_PRIVATE}, after paying back the public discount of ${formatMoney(registration.discount_due_cents)}. Afterwards it stays public.`
            : `${STILL_PRIVATE}. Afterwards it stays public.`}
        </p>
      ) : (
        <p className="max-w-prose text-ink-soft">
          You can make it public before the result is known. The price stays as it was paid: the public
          discount is given with the order only.
        </p>
      )}
      <div>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {isPublic ? 'Make private…' : 'Make public…'}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Make task #${request.task_number} ${isPublic ? 'private' : 'public'}?`}
        back={isPublic ? 'Keep it public' : 'Keep it private'}
        action={isPublic ? 'Make it private' : 'Make it public'}
        busyAction="Saving…"
        step={change}
        onConfirm={() => change.mutate(isPublic ? 'private' : 'public')}
      >
        {isPublic ? <MakePrivate registration={registration} /> : <MakePublic />}
      </ConfirmDialog>
    </>
  );
}

function MakePrivate({ registration }: { registration: MyRegistration }) {
  const due = registration.discount_due_cents;
  return (
    <>
      <p>
        Nobody but you then sees its compound, maker, batch and result.
        <span>
          {due > 0
            ? ` You pay back the discount of ${formatMoney(due)} first; the test is private once that is paid.`
            : ' It costs nothing: no discount was given.'}
        </span>
      </p>
      {registration.state === 'none' ? (
        <p key="none">
          Your sample is not here yet, so the public log will be told that this test is private.
        </p>
      ) : (
        <p>
          <strong className="font-medium">It stays counted.</strong> The sample was taken in as public, so the
          test counts as withheld from now on, also when your account is gone. The count names neither the
          test nor you.
        </p>
      )}
    </>
  );
}

function MakePublic() {
  return (
    <p>
      Everybody can then see what you say of the sample, and the result once it is published. Until then you
      can make it private again; <strong className="font-medium">afterwards it stays public.</strong>
    </p>
  );
}

/** Asks an owner who wants a private test to pay the discount back. Renders nothing if nobody asked for that. */
export function PrivacyToPay({ detail: { request, registration } }: { detail: MyTestDetail }) {
  if (!registration?.to_pay) return null;
  return (
    <Part title="Make it private">
      <PayBack request={request} toPay={registration.to_pay} />
    </Part>
  );
}

function PayBack({
  request,
  toPay,
}: {
  request: MyTestDetail['request'];
  toPay: NonNullable<MyRegistration['to_pay']>;
}) {
  const queries = useQueryClient();
  const keepPublic = useVisibility(request.id, () => notify.success('This test stays public.'));
  const pay = usePaymentPage(
    async () => {
      const json = {
        request_id: toPay.id,
        provider: request.payment_method,
        amount_cents: toPay.amount_cents,
        currency: 'usd' as const,
      };
      return (await parseResponse(api.checkout.$post({ json }))).url;
    },
    (error) => {
      void queries.invalidateQueries({ queryKey: testQuery(request.id).queryKey });
      alertUnexpected(error);
    },
  );
  if (isSettling(toPay.payment_status)) {
    return <Notice tone="wait">{settlingWords(toPay.payment_status, 'order')}</Notice>;
  }
  return (
    <div className="grid max-w-prose justify-items-start gap-4">
      <p>
        You asked to make this test private. It is still public, and becomes private once you have paid back
        the public discount. If a result is published first, it stays public and what you paid goes back to
        you.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={pay.busy} onClick={() => pay.mutate()}>
          {pay.busy ? 'Opening checkout…' : `Pay back ${formatMoney(toPay.amount_cents)}`}
        </Button>
        <Button variant="secondary" busy={keepPublic.isPending} onClick={() => keepPublic.mutate('public')}>
          Keep it public
        </Button>
      </div>
      <StepError error={refusalOf(pay.error) ?? refusalOf(keepPublic.error)} />
    </div>
  );
}
