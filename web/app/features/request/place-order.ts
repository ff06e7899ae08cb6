import { parseResponse } from 'hono/client';
import { openPaymentPage, type ShownPrice } from '../../data/orders/payment-page';
import { api } from '../../lib/api';
import type { Attempt, Draft } from './draft';

/**
 * Creates the order (once per `Attempt`), saves its details and opens the payment page. Returns its address. `remember`
 * stores how far it got, so that a retry continues there. Throws the errors of the API.
 */
export async function placeOrder(
  draft: Draft,
  attempt: Attempt,
  price: ShownPrice,
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
  return openPaymentPage(id, draft, price);
}
