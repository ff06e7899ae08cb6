import * as invoices from '@vialproof/contract/invoices.routes';
import { PAYMENT_METHODS } from '@vialproof/contract/payment-methods';
import { webhookOf } from '@vialproof/contract/payments.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  type PaymentsContext,
  paymentInvoiceOf,
  paymentReceiptOf,
  receiveWebhook,
} from './payments.service.ts';

export function paymentsRoutes(payments: PaymentsContext) {
  const routes = newRoutes();

  // The signature is for the exact bytes, so it is checked before anything reads them.
  for (const provider of PAYMENT_METHODS) {
    const route = webhookOf(provider);
    routes.openAPIRegistry.registerPath(route);
    routes.post(route.path, async (c) => {
      const rawBody = new Uint8Array(await c.req.arrayBuffer());
      unwrap(await receiveWebhook(payments, provider, rawBody, c.req.raw.headers));
      return c.json({ received: true as const }, 200);
    });
  }

  return routes
    .openapi(invoices.getInvoice, async (c) => {
      const found = await paymentInvoiceOf(payments, requireViewer(c), c.req.valid('param').id);
      const { data, isOwn } = unwrap(found);
      if (isOwn) c.set('viewed', null);
      return c.json({ data }, 200);
    })
    .openapi(invoices.getReceipt, async (c) => {
      const found = await paymentReceiptOf(payments, requireViewer(c), c.req.valid('param').id);
      const { data, isOwn } = unwrap(found);
      if (isOwn) c.set('viewed', null);
      return c.json({ data }, 200);
    });
}
