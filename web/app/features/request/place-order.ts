import { parseResponse } from 'hono/client';
import { openPaymentPage, type ShownPrice } from '../../data/orders/payment-page';
import { api } from '../../lib/api';
import type { Attempt, Draft } from './draft';

/**
 * Creates the order (once per attempt), saves its details and opens the checkout. Returns the address of the payment
 * page. `remember` gets the attempt before and after the order exists, so that a retry can continue it. Throws the
 * errors of the API.
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
