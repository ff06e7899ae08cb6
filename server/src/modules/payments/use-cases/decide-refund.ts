import type { StaffPaymentDetail } from '@vialproof/contract/payments-staff';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { listRefunds, updateRefund } from '../payments.store.ts';
import { decidePayment } from './decide-payment.ts';
import { requestRefund } from './request-refund.ts';

/** Refunds an amount, or all that is left. Refusal: `wrong_state`. */
export function decideRefund(
  ctx: PaymentsContext,
  tx: Tx,
  viewer: Viewer,
  id: string,
  { amountCents, reason }: { amountCents: number | null; reason: string },
): Promise<StaffPaymentDetail | Refusal> {
  return decidePayment(ctx, tx, viewer, id, {
    action: 'payment.refund_decided',
    detail: { amount_cents: amountCents, reason },
    work: async () => {
      const refund = await requestRefund(ctx, tx, {
        paymentId: id,
        amountCents: amountCents ?? 'rest',
        reason,
        actorId: viewer.id,
      });
      return isRefusal(refund) ? refund : undefined;
    },
  });
}

/** Makes a new refund in place of a failed one. Refusals: `not_found`, `wrong_state`. */
export function retryRefund(
  ctx: PaymentsContext,
  viewer: Viewer,
  id: string,
  refundId: string,
): Promise<StaffPaymentDetail | Refusal> {
  const { db, clock } = ctx.platform;
  return db.transaction((tx) =>
    decidePayment(ctx, tx, viewer, id, {
      action: 'payment.refund_retried',
      detail: { refund_id: refundId },
      work: async () => {
        const failed = (await listRefunds(tx, id)).find((refund) => refund.id === refundId);
        if (!failed) return refuse('not_found');
        if (failed.status !== 'failed' || failed.resolvedAt) {
          return refuse('wrong_state', 'This refund does not wait for a decision.');
        }
        await updateRefund(tx, failed.id, { resolvedAt: clock.now() });
        const { amountCents, reason } = failed;
        const again = await requestRefund(ctx, tx, {
          paymentId: id,
          amountCents,
          reason,
          actorId: viewer.id,
        });
        return isRefusal(again) ? again : undefined;
      },
    }),
  );
}
