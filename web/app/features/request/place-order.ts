import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { type Attempt, type Draft, type SpecimenName, specimenNames } from './draft';

/** The optional lines of the specimen: trimmed, left out when empty. */
function specimen(draft: Draft): Partial<Record<SpecimenName, string>> {
  return Object.fromEntries(
    specimenNames.map((name) => [name, draft[name].trim()]).filter(([, text]) => text !== ''),
  );
}

/**
 * Creates the order (once an attempt), puts its details and opens the checkout. Answers the address to pay at.
 * `remember` is told the attempt before and after the order exists, so that a repeat goes on with it.
 * `percent` is the discount that the page showed, undefined when there is nothing to compare. Throws what the API throws.
 */
export async function placeOrder(
  draft: Draft,
  attempt: Attempt,
  price: { amountCents: number; percent: number | undefined },
  remember: (attempt: Attempt) => void,
): Promise<string> {
  remember(attempt);
  let id = attempt.orderId;
  if (!id) {
    const { data } = await parseResponse(
      api.orders.$post(
        { json: { skuId: draft.skuId, quantity: 1, paymentMethod: draft.paymentMethod } },
        { headers: { 'idempotency-key': attempt.key } },
      ),
    );
    id = data.id;
    remember({ ...attempt, orderId: id });
  }
  await parseResponse(
    api.orders[':id'].details.$put({
      param: { id },
      json: {
        visibility: draft.visibility,
        ...(price.percent === undefined ? {} : { public_discount_percent: price.percent }),
        ...specimen(draft),
      },
    }),
  );
  const { url } = await parseResponse(
    api.checkout.$post({
      json: {
        request_id: id,
        provider: draft.paymentMethod,
        amount_cents: price.amountCents,
        currency: 'usd',
      },
    }),
  );
  return url;
}
