import { listMyPayments, stripeWebhook } from '@vialproof/contract/payments.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Payments } from './payments.service.ts';

export function paymentsRoutes(payments: Payments) {
  const routes = newRoutes();

  // Not a typed route: what is signed is the raw body, so nothing may read it as JSON before the signature is checked.
  routes.openAPIRegistry.registerPath(stripeWebhook);
  routes.post(stripeWebhook.path, async (c) => {
    const rawBody = new Uint8Array(await c.req.arrayBuffer());
    unwrap(await payments.receiveWebhook('stripe', rawBody, c.req.raw.headers));
    return c.json({ received: true as const }, 200);
  });

  return routes.openapi(listMyPayments, async (c) =>
    c.json({ items: await payments.paymentsOf(requireViewer(c).id) }, 200),
  );
}
