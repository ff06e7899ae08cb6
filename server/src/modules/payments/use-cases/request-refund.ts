import { randomUUID } from 'node:crypto';
import { formatMoney } from '@vialproof/science/money/money';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { insertRefund, listRefunds, lockPayment, updatePayment } from '../payments.store.ts';
import { settledJob } from '../payments.transitions.ts';
import { decisionChange } from '../rules/admin-decisions.ts';
import { factsOf, subjectOf } from '../rules/payment-facts.ts';
import { learnRefunds } from '../rules/payment-status.ts';
import { refundableCents } from '../rules/refundable.ts';
import { refundJob } from './send-refund.ts';

export type RefundRequest = {
  paymentId: string;
  /** The amount to refund. 'rest': all that is left. */
  amountCents: number | 'rest';
  reason: string;
  /** The admin who decided it; null for an automatic refund. */
  actorId: string | null;
};

/**
 * Stores a refund and queues the job that asks the provider. Refusal: `wrong_state` if there is not so much to refund.
 */
export async function requestRefund(
  { platform: { jobs, clock } }: PaymentsContext,
  tx: Tx,
  request: RefundRequest,
): Promise<{ refundId: string; amountCents: number } | Refusal> {
  const { reason, actorId } = request;
  const row = await lockPayment(tx, request.paymentId);
  const earlier = await listRefunds(tx, row.id);
  const facts = factsOf(row, earlier);
  const most = refundableCents(facts);
  const amountCents = request.amountCents === 'rest' ? most : request.amountCents;
  if (!row.providerPaymentId || most === 0) {
    return refuse('wrong_state', 'There is nothing of this payment to give back.');
  }
  if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > most) {
    return refuse('wrong_state', `Between $0.01 and ${formatMoney(most)} can be given back.`);
  }
  // After a failed automatic refund, an admin must decide.
  const triedInVain = earlier.some(
    (refund) => refund.status === 'failed' && refund.actorId === null && refund.reason === reason,
  );
  if (actorId === null && triedInVain) {
    return refuse('wrong_state', 'This refund failed before and waits for a member of staff.');
  }
  const now = clock.now();
  const refundId = randomUUID();
  await insertRefund(tx, {
    id: refundId,
    paymentId: row.id,
    amountCents,
    reason,
    actorId,
    status: 'requested',
    providerRefundId: null,
    failureReason: null,
    createdAt: now,
    updatedAt: now,
    resolvedAt: null,
  });
  const after = learnRefunds(facts, facts.refundedCents, facts.refundingCents + amountCents);
  await updatePayment(tx, row.id, {
    status: after.status,
    updatedAt: now,
    ...decisionChange({ facts, refunds: earlier }, { facts: after, refunds: earlier }, now),
  });
  await recordAudit(tx, {
    at: now,
    actorId,
    action: 'payment.refund_requested',
    subject: { kind: 'payment', id: row.id },
    detail: { refund_id: refundId, amount_cents: amountCents, reason },
  });
  await jobs.send(tx, refundJob, { refundId });
  if (after.status !== facts.status) {
    await jobs.send(tx, settledJob, {
      paymentId: row.id,
      subject: subjectOf(row),
      status: after.status,
      cause: 'refund',
    });
  }
  return { refundId, amountCents };
}
