import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
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
