import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { formatMoney, publicDiscount } from '@vialproof/science/money/money';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  firstMethod,
  type OrderFields,
  PaymentChoice,
  SpecimenFields,
  specimenNames,
  useOfferedMethods,
  VisibilityChoice,
} from '../../data/orders/order-fields';
import { alertUnexpected, openPaymentPage, refusalOf, usePaymentPage } from '../../data/orders/payment-page';
import { testQuery } from '../../data/orders/queries';
import { useConfig } from '../../lib/config';
import { showFieldErrors } from '../../lib/field-errors';
import { ApiProblem } from '../../lib/problem';
import { isSettling, settlingWords } from '../../lib/settling';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { QueryView } from '../../ui/query-view';
import { EmptyState, Skeleton } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { Part } from './part';
import { mayChange } from './test-actions';

function ChangeForm({ request }: { request: MyTestDetail['request'] }) {
  const methods = useOfferedMethods();
  const [drawn] = useState<OrderFields>(() => ({
    compound_name: request.compound_name ?? '',
    dosage_text: request.dosage_text ?? '',
    manufacturer: request.manufacturer ?? '',
    batch_code: request.batch_code ?? '',
    notes: request.notes ?? '',
    visibility: request.visibility,
    paymentMethod: firstMethod(request.payment_method, methods),
  }));
  const queries = useQueryClient();
  const offered = useConfig()?.public_discount_percent ?? 0;
  const { register, handleSubmit, setError, watch, formState } = useForm<OrderFields>({
    defaultValues: drawn,
  });
  const percent = watch('visibility') === 'public' ? offered : 0;
  const base = request.base_price_cents;
  /** The price that the server calculated, if it differs from the price on the page. */
  const [correctedCents, setCorrectedCents] = useState<number | null>(null);
  const total = correctedCents ?? base - publicDiscount(base, percent);
  const pay = usePaymentPage(
    (fields: OrderFields) =>
      openPaymentPage(request.id, fields, {
        amountCents: total,
        percent: correctedCents === null ? percent : undefined,
      }),
    (error) => {
      alertUnexpected(error);
      void queries.invalidateQueries({ queryKey: testQuery(request.id).queryKey });
      if (error instanceof ApiProblem) setCorrectedCents(error.amountCents ?? null);
      showFieldErrors(error, [...specimenNames], setError);
    },
  );
  const fields = { register, errors: formState.errors, drawn };
  return (
    <Form onSubmit={handleSubmit((values) => pay.mutate(values))} className="grid grid-cols-1 gap-10">
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
        <Button type="submit" size="large" busy={pay.busy}>
          {pay.busy ? 'Opening checkout…' : `Save and Pay ${formatMoney(total)}`}
        </Button>
        <p className="text-ink-soft text-sm">A payment page that you opened before is closed.</p>
        <StepError error={refusalOf(pay.error)} />
      </div>
    </Form>
  );
}

/** Why the order can no longer change, and what the customer can do next. */
function closedWords({ request, payment_status }: MyTestDetail): string {
  if (request.group_test_id) return 'It is shared by a group, whose page says how it is paid.';
  if (mayChange(request)) return settlingWords(payment_status, 'order');
  return request.status === 'cancelled'
    ? 'It has ended. You can request the test again at any time.'
    : 'It is paid. Its page shows what is next.';
}

/** Changes payment method and details of an unpaid order. */
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
        {(detail) => {
          const isOpen = mayChange(detail.request) && !isSettling(detail.payment_status);
          return (
            <>
              <div>
                <h1 className="display-2 wrap-anywhere">Change the order</h1>
                <p className="wrap-anywhere mt-2 text-ink-soft">
                  <span>{`Task #${detail.request.task_number}, ${detail.sku.name}.`}</span>
                  {isOpen ? <span> For another test, cancel this order and request that one.</span> : null}
                </p>
              </div>
              {isOpen ? (
                <ChangeForm request={detail.request} />
              ) : (
                <div role="alert">
                  <EmptyState
                    title="This order can no longer be changed"
                    action={<Button to={`/dashboard/tests/${id}`}>Back to the order</Button>}
                  >
                    {closedWords(detail)}
                  </EmptyState>
                </div>
              )}
            </>
          );
        }}
      </QueryView>
    </div>
  );
}
