import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { decisionChange, factsIn, factsOf, newsOf } from './payments.facts.ts';
import { toSubject } from './payments.presenter.ts';
import { type ProviderOf, ProviderRefused } from './payments.provider.ts';
import {
  excessCents,
  learnRefunds,
  PAYMENT_SETTLED,
  type PaymentSettled,
  refundableCents,
} from './payments.rules.ts';
import type { Settlement } from './payments.settlement.ts';
import {
  findPayment,
  findRefund,
  insertRefund,
  listRefunds,
  lockPayment,
  updatePayment,
  updateRefund,
} from './payments.store.ts';

export type RefundAsk = {
  paymentId: string;
  /** 'rest': whatever has been received and is neither returned nor on its way back. */
  amountCents: number | 'rest';
  reason: string;
  /** The member of staff; null when the system refunds by itself. */
  actorId: string | null;
};

/** Money on its way back: asked for in a transaction, sent by a job, told by the provider. */
export function createRefunds({ db, jobs, clock }: Platform, providerOf: ProviderOf, settlement: Settlement) {
  async function refund(
    tx: Tx,
    ask: RefundAsk,
  ): Promise<{ refundId: string; amountCents: number } | Refusal> {
    const row = await lockPayment(tx, ask.paymentId);
    const earlier = await listRefunds(tx, row.id);
    const facts = factsOf(row, earlier);
    const most = refundableCents(facts);
    const amountCents = ask.amountCents === 'rest' ? most : ask.amountCents;
    if (!row.providerPaymentId || most === 0) {
      return refuse('wrong_state', 'There is nothing of this payment to give back.');
    }
    if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > most) {
      return refuse('wrong_state', `Between $0.01 and $${(most / 100).toFixed(2)} can be given back.`);
    }
    // What failed once by itself is for a person to decide; else the system would try it for ever.
    const triedInVain = earlier.some(
      (refund) => refund.status === 'failed' && refund.actorId === null && refund.reason === ask.reason,
    );
    if (ask.actorId === null && triedInVain) {
      return refuse('wrong_state', 'This refund failed before and waits for a member of staff.');
    }
    const now = clock.now();
    const refundId = randomUUID();
    await insertRefund(tx, {
      id: refundId,
      paymentId: row.id,
      amountCents,
      reason: ask.reason,
      actorId: ask.actorId,
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
      actorId: ask.actorId,
      action: 'payment.refund_requested',
      subject: { kind: 'payment', id: row.id },
      detail: { refund_id: refundId, amount_cents: amountCents, reason: ask.reason },
    });
    await jobs.send(tx, 'payment.refund', { refundId });
    if (after.status !== facts.status) {
      const settled: PaymentSettled = {
        paymentId: row.id,
        subject: toSubject(row),
        status: after.status,
        cause: 'refund',
      };
      await jobs.send(tx, PAYMENT_SETTLED, settled);
    }
    return { refundId, amountCents };
  }

  /** Asks again for a refund that failed; the new one takes its place. Refuses not_found, wrong_state. */
  async function retry(
    tx: Tx,
    paymentId: string,
    refundId: string,
    actorId: string,
  ): Promise<undefined | Refusal> {
    await lockPayment(tx, paymentId);
    const failed = (await listRefunds(tx, paymentId)).find(({ id }) => id === refundId);
    if (!failed) return refuse('not_found');
    if (failed.status !== 'failed' || failed.resolvedAt) {
      return refuse('wrong_state', 'This refund does not wait for a decision.');
    }
    await updateRefund(tx, failed.id, { resolvedAt: clock.now() });
    const { amountCents, reason } = failed;
    const again = await refund(tx, { paymentId, amountCents, reason, actorId });
    return isRefusal(again) ? again : undefined;
  }

  /** Asks the provider, under a key made of the refund's id: asked twice, it pays once. */
  async function sendRefund(refundId: string): Promise<void> {
    const asked = await findRefund(db.orm, refundId);
    if (asked?.status !== 'requested') return;
    const row = await findPayment(db.orm, asked.paymentId);
    if (!row?.providerPaymentId) return;
    try {
      const told = await providerOf(row.provider).refund({
        refundId,
        paymentId: row.id,
        providerPaymentId: row.providerPaymentId,
        amountCents: asked.amountCents,
        currency: row.receivedCurrency ?? row.currency,
        reason: asked.reason,
      });
      await settlement.absorb(row.id, newsOf({ refunds: [{ ...told, refundId }] }));
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      const refused = {
        providerRefundId: null,
        refundId,
        amountCents: asked.amountCents,
        status: 'failed' as const,
        failureReason: error.message,
      };
      await settlement.absorb(row.id, newsOf({ refunds: [refused] }));
    }
  }

  /** Sends back what came above the price; nothing when it is on its way already. */
  async function returnExcess(paymentId: string): Promise<void> {
    await db.transaction(async (tx) => {
      const row = await lockPayment(tx, paymentId);
      const excess = excessCents(await factsIn(tx, row));
      if (excess === 0) return undefined;
      return refund(tx, {
        paymentId,
        amountCents: excess,
        reason: 'More was paid than was due',
        actorId: null,
      });
    });
  }

  return { refund, retry, sendRefund, returnExcess };
}
