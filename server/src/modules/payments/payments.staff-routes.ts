import * as route from '@vialproof/contract/payments-staff.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { answerOnce } from '../../platform/http/idempotency.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  acceptPayment,
  checkPaymentForAdmin,
  decideRefund,
  detailOf,
  dismissDecision,
  type PaymentsContext,
  paymentLedgerOf,
  readPaymentsForAdmin,
  retryRefund,
} from './payments.service.ts';

/** Routes for admins: payments and their ledger. */
export function paymentsStaffRoutes(platform: Platform, payments: PaymentsContext) {
  return newRoutes()
    .openapi(route.staffPayments, async (c) => {
      const { view, status, q, page, limit } = c.req.valid('query');
      const filter = {
        onlyDecisions: view === 'decisions',
        status: status || undefined,
        q: q || undefined,
        offset: (page - 1) * limit,
        limit,
      };
      const { total, ...found } = await readPaymentsForAdmin(payments, filter);
      return c.json({ ...found, pagination: { page, limit, total } }, 200);
    })
    .openapi(route.staffPayment, async (c) =>
      c.json({ data: unwrap(await detailOf(payments, c.req.valid('param').id)) }, 200),
    )
    .openapi(route.acceptPayment, async (c) => {
      const { reason } = c.req.valid('json');
      return c.json(
        { data: unwrap(await acceptPayment(payments, requireViewer(c), c.req.valid('param').id, reason)) },
        200,
      );
    })
    .openapi(route.refundPayment, async (c) => {
      const { amount_cents, reason } = c.req.valid('json');
      const ask = { amountCents: amount_cents ?? null, reason };
      const { id } = c.req.valid('param');
      const data = await answerOnce(c, platform, (tx) =>
        decideRefund(payments, tx, requireViewer(c), id, ask),
      );
      return c.json({ data }, 200);
    })
    .openapi(route.retryRefund, async (c) => {
      const { id, refund_id } = c.req.valid('param');
      return c.json({ data: unwrap(await retryRefund(payments, requireViewer(c), id, refund_id)) }, 200);
    })
    .openapi(route.dismissDecision, async (c) => {
      const { reason } = c.req.valid('json');
      return c.json(
        { data: unwrap(await dismissDecision(payments, requireViewer(c), c.req.valid('param').id, reason)) },
        200,
      );
    })
    .openapi(route.checkPayment, async (c) =>
      c.json({ data: unwrap(await checkPaymentForAdmin(payments, c.req.valid('param').id)) }, 200),
    )
    .openapi(route.getLedger, async (c) => {
      const data = unwrap(await paymentLedgerOf(payments, c.req.valid('param').id));
      const { kind, id } = data.subject;
      c.set('viewed', { kind: kind === 'order' ? 'request' : kind, id });
      return c.json({ data }, 200);
    });
}
