import { useMutation } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useEffect } from 'react';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { type OrderFields, type SpecimenName, specimenNames } from './order-fields';

export interface ShownPrice {
  amountCents: number;
  /** The discount that the page showed. Undefined: the server does not compare it. */
  percent: number | undefined;
}

/** The optional fields of the specimen, trimmed. Empty fields are left out. */
function specimen(fields: OrderFields): Partial<Record<SpecimenName, string>> {
  return Object.fromEntries(
    specimenNames.map((name) => [name, fields[name].trim()]).filter(([, text]) => text !== ''),
  );
}

/**
 * Saves an unpaid order and opens a new payment page, which replaces an earlier one. Returns the new page's address.
 */
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

/** A mutation that returns the address of the payment page and navigates to it. */
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
  // When the user goes back from the payment page, the browser may restore this page in its old state.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) reset();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [reset]);
  // The button stays disabled until the browser has left the page.
  return { ...pay, busy: pay.isPending || pay.isSuccess };
}

// These codes have a sentence too, but they mean failures and not decisions of the server, so an alert reports them.
const unexpected = ['internal', 'unavailable', 'unknown'];

/** A refusal by the server, to be shown beside the button. Undefined for an unexpected failure or an ended session. */
export function refusalOf(error: unknown): ApiProblem | undefined {
  if (!(error instanceof ApiProblem) || unexpected.includes(error.code)) return undefined;
  return error.code === 'unauthenticated' ? undefined : error;
}

/** Shows an alert for an unexpected failure. */
export function alertUnexpected(error: unknown): void {
  const isDecided = error instanceof ApiProblem && !unexpected.includes(error.code);
  if (!isDecided) window.alert('Could not create request. Please try again.');
}
