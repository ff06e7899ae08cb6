import { randomUUID } from 'node:crypto';
import type { NewEntry } from '../../ledger/ledger.service.ts';
import type { ProviderUpdate, RefundUpdate } from '../adapters/provider.ts';
import type { PaymentRow, RefundRow } from '../payments.tables.ts';
import { decisionChange } from './admin-decisions.ts';
import { entriesBetween, wantsDocuments } from './ledger-entries.ts';
import { factsOf, type PaymentSettled, refundSums, subjectOf } from './payment-facts.ts';
import { learn, learnRefunds } from './payment-status.ts';
import { excessCents, laterRefundStatus } from './refundable.ts';

/** How a report changes a payment, and what must be done then. */
export type PaymentChange = {
  /** Whether the report says something new. */
  isNews: boolean;
  row: PaymentRow;
  newRefunds: RefundRow[];
  changedRefunds: RefundRow[];
  failedRefunds: RefundRow[];
  entries: NewEntry[];
  wantsReceipt: boolean;
  wantsDocuments: boolean;
  wantsExcessReturned: boolean;
  settled: PaymentSettled | undefined;
};

/** How a report changes a payment and its refunds. The same report again changes nothing. */
export function changeBy(
  row: PaymentRow,
  known: RefundRow[],
  update: ProviderUpdate,
  now: Date,
): PaymentChange {
  const before = factsOf(row, known);
  const { refunds, newRefunds, changedRefunds } = learnOfRefunds(row, known, update.refunds, now);
  const after = learnRefunds(update.signals.reduce(learn, before), ...refundSums(refunds));

  const isFirstMoney = before.receivedCents === 0 && after.receivedCents > 0;
  const failure = update.signals.find((signal) => signal.kind === 'failed');
  const wasFailed = new Set(known.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const failedRefunds = refunds.filter(({ id, status }) => status === 'failed' && !wasFailed.has(id));
  const isSettled = after.status !== before.status || failedRefunds.length > 0;
  const isCheckout = isFirstMoney || after.receivedCents === 0;
  const cause = isCheckout ? 'checkout' : before.dispute !== after.dispute ? 'dispute' : 'refund';
  return {
    isNews: JSON.stringify(before) !== JSON.stringify(after),
    row: {
      ...row,
      status: after.status,
      receivedCents: after.receivedCents,
      receivedCurrency: after.receivedCurrency,
      refundedCents: after.refundedCents,
      dispute: after.dispute,
      providerSessionId: row.providerSessionId ?? update.about.sessionId,
      providerPaymentId: row.providerPaymentId ?? update.about.providerPaymentId,
      failureReason: after.status === 'failed' ? (failure?.reason ?? row.failureReason) : null,
      transactionHash: row.transactionHash ?? update.transactionHash ?? null,
      settledAt: row.settledAt ?? (isFirstMoney ? now : null),
      updatedAt: now,
      ...decisionChange({ facts: before, refunds: known }, { facts: after, refunds }, now),
    },
    newRefunds,
    changedRefunds,
    failedRefunds,
    entries: entriesBetween(row, before, after, now),
    wantsReceipt: isFirstMoney,
    wantsDocuments: wantsDocuments(before, after),
    wantsExcessReturned: excessCents(after) > 0 && excessCents(before) === 0,
    settled: isSettled
      ? { paymentId: row.id, subject: subjectOf(row), status: after.status, cause }
      : undefined,
  };
}

/** The refunds of a payment after a report. An unknown one was made at the provider. */
function learnOfRefunds(row: PaymentRow, known: RefundRow[], updates: RefundUpdate[], now: Date) {
  const refunds = known.map((refund) => ({ ...refund }));
  const newRefunds: RefundRow[] = [];
  const changedRefunds = new Set<RefundRow>();
  for (const update of updates) {
    const ours = refunds.find(
      (refund) =>
        refund.id === update.refundId ||
        (update.providerRefundId !== null && refund.providerRefundId === update.providerRefundId),
    );
    if (!ours) {
      const foreign: RefundRow = {
        id: randomUUID(),
        paymentId: row.id,
        amountCents: update.amountCents,
        reason: "Made in the payment provider's console",
        actorId: null,
        status: update.status,
        providerRefundId: update.providerRefundId,
        failureReason: update.failureReason,
        createdAt: now,
        updatedAt: now,
        resolvedAt: null,
      };
      refunds.push(foreign);
      newRefunds.push(foreign);
      continue;
    }
    ours.status = laterRefundStatus(ours.status, update.status);
    ours.providerRefundId ??= update.providerRefundId;
    ours.failureReason = ours.status === 'failed' ? (update.failureReason ?? ours.failureReason) : null;
    ours.updatedAt = now;
    if (!newRefunds.includes(ours)) changedRefunds.add(ours);
  }
  return { refunds, newRefunds, changedRefunds: [...changedRefunds] };
}

/** A report that the server makes itself. */
export function ourUpdate(part: Partial<ProviderUpdate>): ProviderUpdate {
  return {
    about: { paymentId: null, sessionId: null, providerPaymentId: null },
    signals: [],
    refunds: [],
    ...part,
  };
}
