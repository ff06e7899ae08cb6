import type { StaffPaymentDetail } from '@vialproof/contract/payments-staff';
import { notOwnOrder, type Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { detailOf } from '../admin.queries.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { findPayment, listRefunds, lockPayment, updatePayment, updateRefund } from '../payments.store.ts';
import type { PaymentRow } from '../payments.tables.ts';
import { acceptAsPaid } from '../payments.transitions.ts';

type Decision = {
  /** The name of the action in the audit log. */
  action: string;
  detail: Record<string, unknown>;
  work: (tx: Tx, row: PaymentRow) => Promise<undefined | Refusal>;
};

/** Does what an admin decided about a payment, and logs it. Refusals: `not_found`, `own_order`, and those of `work`. */
export async function decidePayment(
  ctx: PaymentsContext,
  tx: Tx,
  viewer: Viewer,
  id: string,
  { action, detail, work }: Decision,
): Promise<StaffPaymentDetail | Refusal> {
  if (!isUuid(id)) return refuse('not_found');
  if (!(await findPayment(tx, id))) return refuse('not_found');
  const row = await lockPayment(tx, id);
  const own = notOwnOrder(viewer, row.customerId);
  if (own) return own;
  const failed = await work(tx, row);
  if (failed) return failed;
  await recordAudit(tx, {
    at: ctx.platform.clock.now(),
    actorId: viewer.id,
    action,
    subject: { kind: 'payment', id },
    detail,
  });
  return detailOf(ctx, id, tx);
}

/** Accepts the received money as the price. Refusal: `wrong_state`. */
export function acceptPayment(
  ctx: PaymentsContext,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<StaffPaymentDetail | Refusal> {
  return ctx.platform.db.transaction((tx) =>
    decidePayment(ctx, tx, viewer, id, {
      action: 'payment.accepted',
      detail: { reason },
      work: async () =>
        (await acceptAsPaid(ctx, tx, id))
          ? undefined
          : refuse('wrong_state', 'This payment is not one that can be accepted.'),
    }),
  );
}

/** An admin decides to do nothing. Something new opens the question again. Refusal: `wrong_state`. */
export function dismissDecision(
  ctx: PaymentsContext,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<StaffPaymentDetail | Refusal> {
  const { db, clock } = ctx.platform;
  return db.transaction((tx) =>
    decidePayment(ctx, tx, viewer, id, {
      action: 'payment.dismissed',
      detail: { reason },
      work: async (_, row) => {
        if (row.decision === null) return refuse('wrong_state', 'This payment waits for no decision.');
        const now = clock.now();
        for (const refund of await listRefunds(tx, id)) {
          if (refund.status === 'failed' && !refund.resolvedAt) {
            await updateRefund(tx, refund.id, { resolvedAt: now });
          }
        }
        // The page shows this decision until something new happens.
        await updatePayment(tx, id, { decision: null, decisionSince: now, updatedAt: now });
        return undefined;
      },
    }),
  );
}
