import * as checkout from '@vialproof/contract/checkout.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { resumeOnce } from '../../platform/http/idempotency.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import { type PaymentsContext, readCheckout, sellGood } from './payments.service.ts';

/** Routes for paying and for the success page. */
export function checkoutRoutes(platform: Platform, payments: PaymentsContext) {
  return newRoutes()
    .openapi(checkout.createCheckout, async (c) => {
      const { request_id: goodId, provider, amount_cents: amountCents } = c.req.valid('json');
      const page = await resumeOnce(c, platform, (operationId) =>
        sellGood(payments, requireViewer(c), { goodId, provider, amountCents, operationId }),
      );
      return c.json(page, 201);
    })
    .openapi(checkout.getCheckout, async (c) => {
      const { session_id } = c.req.valid('param');
      return c.json({ data: unwrap(await readCheckout(payments, requireViewer(c), session_id)) }, 200);
    });
}
