import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type OrderFields,
  PaymentChoice,
  SpecimenFields,
  specimenNames,
  VisibilityChoice,
} from '../../data/orders/order-fields';
import { alertUnexpected, openPaymentPage, refusalOf } from '../../data/orders/payment-page';
import { testQuery } from '../../data/orders/queries';
import { useConfig } from '../../lib/config';
import { showFieldErrors } from '../../lib/field-errors';
import { formatMoney, publicDiscount } from '../../lib/money';
import { ApiProblem } from '../../lib/problem';
import { isSettling } from '../../lib/settling';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { QueryView } from '../../ui/query-view';
import { EmptyState, Skeleton } from '../../ui/states';
import { Part } from './part';
import { mayChange } from './test-actions';

function Form({ request }: { request: MyTestDetail['request'] }) {
  const [drawn] = useState<OrderFields>(() => ({
    compound_name: request.compound_name ?? '',
    dosage_text: request.dosage_text ?? '',
    manufacturer: request.manufacturer ?? '',
    batch_code: request.batch_code ?? '',
    notes: request.notes ?? '',
    visibility: request.visibility,
    paymentMethod: request.payment_method,
  }));
  const queries = useQueryClient();
  const offered = useConfig()?.public_discount_percent ?? 0;
  const { register, handleSubmit, setError, watch, formState } = useForm<OrderFields>({
    defaultValues: drawn,
  });
  const percent = watch('visibility') === 'public' ? offered : 0;
  const base = request.base_price_cents;
  /** What the server says that it costs, where that is not what is shown. */
  const [correctedCents, setCorrectedCents] = useState<number | null>(null);
  const total = correctedCents ?? base - publicDiscount(base, percent);
  const pay = useMutation({
    mutationFn: (fields: OrderFields) =>
      openPaymentPage(request.id, fields, {
        amountCents: total,
        percent: correctedCents === null ? percent : undefined,
      }),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => {
      alertUnexpected(error);
      void queries.invalidateQueries({ queryKey: testQuery(request.id).queryKey });
      if (error instanceof ApiProblem) setCorrectedCents(error.amountCents ?? null);
      showFieldErrors(error, [...specimenNames], setError);
    },
  });
  const busy = pay.isPending || pay.isSuccess;
  const refusal = refusalOf(pay.error);
  const fields = { register, errors: formState.errors, drawn };
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((values) => pay.mutate(values))(event)}
      className="grid grid-cols-1 gap-10"
    >
      <Part title="Payment method">
        <PaymentChoice {...fields} />
      </Part>
      <Part title="Visibility">
        <VisibilityChoice {...fields} percent={offered} onChange={() => setCorrectedCents(null)} />
      </Part>
      <Part title="Specimen details">
        <SpecimenFields {...fields} />
      </Part>
      <div className="grid justify-items-start gap-1.5">
        <Button type="submit" size="large" busy={busy}>
          {busy ? 'Opening checkout…' : `Save and Pay ${formatMoney(total)}`}
        </Button>
        <p className="text-ink-soft text-sm">A payment page that you opened before is closed.</p>
        <div role="alert" className="empty:hidden">
          {refusal ? <FieldError>{refusal.detail}</FieldError> : null}
        </div>
      </div>
    </form>
  );
}

/** Changes how an order that is not paid is paid, and what it says of the vial. */
export function ChangeOrder({ id }: { id: string }) {
  const test = useQuery(testQuery(id));
  return (
    <div className="grid grid-cols-1 gap-6">
      <BackLink to={`/dashboard/tests/${id}`}>Back to the order</BackLink>
      <QueryView
        query={test}
        heading="Change the order"
        skeleton={<Skeleton className="h-96" />}
        absent={
          <EmptyState title="Test Not Found" action={<Button to="/dashboard/tests">Back to My Tests</Button>}>
            There is no such test in your account.
          </EmptyState>
        }
      >
        {({ request, sku, payment_status }) => (
          <>
            <div>
              <h1 className="display-2 wrap-anywhere">Change the order</h1>
              <p className="wrap-anywhere mt-2 text-ink-soft">
                Task #{request.task_number}, {sku.name}. For another test, cancel this order and request that
                one.
              </p>
            </div>
            {mayChange(request) && !isSettling(payment_status) ? (
              <Form request={request} />
            ) : (
              <EmptyState
                title="This order can no longer be changed"
                action={<Button to={`/dashboard/tests/${id}`}>Back to the order</Button>}
              >
                Once money has come for it, or it has ended, it stays as it is.
              </EmptyState>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
