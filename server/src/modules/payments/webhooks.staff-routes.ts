import * as route from '@vialproof/contract/payments-staff.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import { listWebhooks, type PaymentsContext, replayEvent, webhookOf } from './payments.service.ts';

/** Routes with which admins read the events of payment providers. */
export function webhooksStaffRoutes(payments: PaymentsContext) {
  return newRoutes()
    .openapi(route.listWebhooks, async (c) => {
      const { q, provider, outcome, page, limit } = c.req.valid('query');
      const filter = {
        q: q || undefined,
        provider: provider || undefined,
        outcome: outcome || undefined,
        offset: (page - 1) * limit,
        limit,
      };
      const { data, total } = await listWebhooks(payments, filter);
      return c.json({ data, pagination: { page, limit, total } }, 200);
    })
    .openapi(route.getWebhook, async (c) => {
      const { id } = c.req.valid('param');
      const data = unwrap(await webhookOf(payments, id));
      c.set('viewed', { kind: 'payment_event', id });
      return c.json({ data }, 200);
    })
    .openapi(route.replayWebhook, async (c) =>
      c.json({ data: unwrap(await replayEvent(payments, requireViewer(c), c.req.valid('param').id)) }, 200),
    );
}
