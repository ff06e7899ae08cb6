import { useMutation } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useEffect } from 'react';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { type OrderFields, type SpecimenName, specimenNames } from './order-fields';

export interface ShownPrice {
  amountCents: number;
  /** The discount that the page showed; undefined when there is nothing to compare. */
  percent: number | undefined;
}

/** The optional lines of the specimen: trimmed, left out when empty. */
function specimen(fields: OrderFields): Partial<Record<SpecimenName, string>> {
  return Object.fromEntries(
    specimenNames.map((name) => [name, fields[name].trim()]).filter(([, text]) => text !== ''),
  );
}

/** Puts the details of an order that is not paid and opens its payment page, in place of an earlier one. Answers its address. */
export async function openPaymentPage(id: string, fields: OrderFields, price: ShownPrice): Promise<string> {
  await parseResponse(
    api.orders[':id'].details.$put({
      param: { id },
      json: {
        visibility: fields.visibility,
        ...(price.percent === undefined ? {} : { public_discount_percent: price.percent }),
        ...specimen(fields),
      },
    }),
  );
  const { url } = await parseResponse(
    api.checkout.$post({
      json: {
        request_id: id,
        provider: fields.paymentMethod,
        amount_cents: price.amountCents,
        currency: 'usd',
      },
    }),
  );
  return url;
}

/** A change whose answer is the address of the payment page, to which it leads. */
export function usePaymentPage<Asked = void>(
  open: (asked: Asked) => Promise<string>,
  onError: (error: Error) => void = () => {},
) {
  const pay = useMutation({
    mutationFn: open,
    onSuccess: (url) => window.location.assign(url),
    onError,
  });
  const { reset } = pay;
  // Back from the payment page the browser may show this page as it was left.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) reset();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [reset]);
  // Stays busy after success until the browser has left.
  return { ...pay, busy: pay.isPending || pay.isSuccess };
}

// A broken server has a sentence too, but nobody decided anything: that is the alert's case.
const unexpected = ['internal', 'unavailable', 'unknown'];

/** What the server decided, to be shown beside the button. Undefined for what nobody decided, and for a lost session, which is told elsewhere. */
export function refusalOf(error: unknown): ApiProblem | undefined {
  if (!(error instanceof ApiProblem) || unexpected.includes(error.code)) return undefined;
  return error.code === 'unauthenticated' ? undefined : error;
}

/** Says what nobody decided. */
export function alertUnexpected(error: unknown): void {
  const isDecided = error instanceof ApiProblem && !unexpected.includes(error.code);
  if (!isDecided) window.alert('Could not create request. Please try again.');
}
