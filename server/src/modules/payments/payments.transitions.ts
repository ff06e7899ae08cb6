import { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { postEntries } from '../ledger/ledger.service.ts';
import type { ProviderUpdate } from './adapters/provider.ts';
import type { PaymentsContext } from './payments.context.ts';
import {
  insertRefund,
  listRefunds,
  listRefundsOf,
  lockPayment,
  lockPayments,
  updatePayment,
  updateRefund,
  writePayments,
} from './payments.store.ts';
import type { RefundRow } from './payments.tables.ts';
import { accept, decisionChange } from './rules/admin-decisions.ts';
import { entriesBetween, wantsDocuments } from './rules/ledger-entries.ts';
import { factsOf, PaymentSettled, subjectOf } from './rules/payment-facts.ts';
import { changeBy } from './rules/provider-update.ts';

const ofPayment = z.object({ paymentId: z.string() });
export const receiptJob = defineJob('payment.receipt', ofPayment, { batch: 5 });
export const invoicesJob = defineJob('payment.invoice', ofPayment, { batch: 25 });
export const returnExcessJob = defineJob('payment.return-excess', ofPayment);
/** Tells the module that sold the item about each change of a payment. */
export const settledJob = defineJob('payment.settled', PaymentSettled, {
  retryLimit: 50,
  concurrency: 2,
  batch: 25,
  expireInSeconds: 60,
});

export type PaymentUpdate = { paymentId: string; update: ProviderUpdate };

/**
 * Applies what providers report about payments: writes status, refunds and accounts, and queues jobs. Every report goes
 * through here. Reports may come twice and in any order. Returns which of them changed something.
 */
export async function applyProviderUpdates(
  { platform, ledger }: PaymentsContext,
  tx: Tx,
  updates: PaymentUpdate[],
): Promise<boolean[]> {
  const { jobs, clock, log } = platform;
  const now = clock.now();
  const ids = updates.map(({ paymentId }) => paymentId);
  const rows = new Map((await lockPayments(tx, ids)).map((row) => [row.id, row]));
  const refunds = Map.groupBy(await listRefundsOf(tx, ids), ({ paymentId }) => paymentId);
  const changes = updates.map(({ paymentId, update }) => {
    const row = rows.get(paymentId);
    if (!row) throw new Error(`there is no payment ${paymentId}`);
    return changeBy(row, refunds.get(paymentId) ?? [], update, now);
  });
  for (const { newRefunds, changedRefunds, failedRefunds } of changes) {
    for (const refund of newRefunds) await insertRefund(tx, refund);
    for (const refund of changedRefunds) await updateRefund(tx, refund.id, refund);
    for (const refund of failedRefunds) {
      await auditFailedRefund(tx, refund, now);
      log.warn({ paymentId: refund.paymentId, refundId: refund.id }, 'a refund failed');
    }
  }
  await writePayments(
    tx,
    changes.map(({ row }) => row),
  );
  await postEntries(
    ledger,
    tx,
    changes.flatMap(({ entries }) => entries),
  );
  const wanting = (want: 'wantsReceipt' | 'wantsDocuments' | 'wantsExcessReturned') =>
    changes.filter((change) => change[want]).map(({ row }) => ({ paymentId: row.id }));
  await jobs.sendMany(tx, receiptJob, wanting('wantsReceipt'));
  await jobs.sendMany(tx, invoicesJob, wanting('wantsDocuments'));
  await jobs.sendMany(tx, returnExcessJob, wanting('wantsExcessReturned'));
  const settled = changes.flatMap((change) => change.settled ?? []);
  await jobs.sendMany(tx, settledJob, settled);
  for (const { paymentId, status, cause } of settled) log.info({ paymentId, to: status, cause }, 'payment');
  return changes.map(({ isNews }) => isNews);
}

/** Applies one report in its own transaction. */
export async function applyProviderUpdate(
  ctx: PaymentsContext,
  paymentId: string,
  update: ProviderUpdate,
): Promise<void> {
  await ctx.platform.db.transaction((tx) => applyProviderUpdates(ctx, tx, [{ paymentId, update }]));
}

/** Writes a failed refund to the audit log. */
async function auditFailedRefund(tx: Tx, refund: RefundRow, at: Date): Promise<void> {
  await recordAudit(tx, {
    at,
    actorId: null,
    action: 'payment.refund_failed',
    subject: { kind: 'payment', id: refund.paymentId },
    detail: { refund_id: refund.id, amount_cents: refund.amountCents, reason: refund.failureReason },
  });
}

/** Accepts the received money as the whole price. False if there is nothing to accept. */
export async function acceptAsPaid(
  { platform: { jobs, clock }, ledger }: PaymentsContext,
  tx: Tx,
  paymentId: string,
): Promise<boolean> {
  const row = await lockPayment(tx, paymentId);
  const refunds = await listRefunds(tx, paymentId);
  const before = factsOf(row, refunds);
  const after = accept(before);
  if (!after) return false;
  const now = clock.now();
  await updatePayment(tx, paymentId, {
    status: after.status,
    acceptedCents: after.acceptedCents,
    updatedAt: now,
    ...decisionChange({ facts: before, refunds }, { facts: after, refunds }, now),
  });
  await postEntries(ledger, tx, entriesBetween(row, before, after, now));
  if (wantsDocuments(before, after)) await jobs.send(tx, invoicesJob, { paymentId });
  await jobs.send(tx, settledJob, {
    paymentId,
    subject: subjectOf(row),
    status: after.status,
    cause: 'checkout',
  });
  return true;
}
