import { randomUUID } from 'node:crypto';
import type { NewEntry } from '../ledger/ledger.service.ts';
import { decisionChange, factsOf, refundSums } from './payments.facts.ts';
import { toSubject } from './payments.presenter.ts';
import type { News, RefundNews } from './payments.provider.ts';
import {
  earningsOf,
  excessCents,
  type Facts,
  laterRefundStatus,
  learn,
  learnRefunds,
  ledgerRows,
  type PaymentSettled,
} from './payments.rules.ts';
import type { PaymentRow, RefundRow } from './payments.tables.ts';

/** A payment that this transaction has locked: what is known of it now, and what has to be written because of the news. */
export type Draft = {
  row: PaymentRow;
  facts: Facts;
  refunds: RefundRow[];
  /** Refunds by what is to be done with their rows. */
  newRefunds: Set<RefundRow>;
  changedRefunds: Set<RefundRow>;
  failedRefunds: RefundRow[];
  ledger: NewEntry[];
  wants: { receipt: boolean; documents: boolean; excess: boolean };
  settled: PaymentSettled | undefined;
};

export function openDraft(row: PaymentRow, refunds: RefundRow[]): Draft {
  return {
    row,
    facts: factsOf(row, refunds),
    refunds: refunds.map((refund) => ({ ...refund })),
    newRefunds: new Set(),
    changedRefunds: new Set(),
    failedRefunds: [],
    ledger: [],
    wants: { receipt: false, documents: false, excess: false },
    settled: undefined,
  };
}

/** Works one piece of news into a draft; twice, it changes nothing. Answers whether anything changed. */
export function absorb(draft: Draft, news: News, now: Date): boolean {
  const { row, facts: before } = draft;
  const known = draft.refunds.map((refund) => ({ ...refund }));
  learnOfRefunds(draft, news.refunds, now);
  const after = learnRefunds(news.signals.reduce(learn, before), ...refundSums(draft.refunds));
  draft.facts = after;

  const firstMoney = before.receivedCents === 0 && after.receivedCents > 0;
  const failure = news.signals.find((signal) => signal.kind === 'failed');
  draft.row = {
    ...row,
    status: after.status,
    receivedCents: after.receivedCents,
    receivedCurrency: after.receivedCurrency,
    refundedCents: after.refundedCents,
    dispute: after.dispute,
    providerSessionId: row.providerSessionId ?? news.about.sessionId,
    providerPaymentId: row.providerPaymentId ?? news.about.providerPaymentId,
    failureReason: after.status === 'failed' ? (failure?.reason ?? row.failureReason) : null,
    transactionHash: row.transactionHash ?? news.transactionHash ?? null,
    settledAt: row.settledAt ?? (firstMoney ? now : null),
    updatedAt: now,
    ...decisionChange({ facts: before, refunds: known }, { facts: after, refunds: draft.refunds }, now),
  };
  draft.ledger.push(...bookings(row, before, after, now));
  if (firstMoney) draft.wants.receipt = true;
  if (wantsDocuments(before, after)) draft.wants.documents = true;
  if (excessCents(after) > 0 && excessCents(before) === 0) draft.wants.excess = true;
  const wasFailed = new Set(known.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const failed = draft.refunds.filter(({ id, status }) => status === 'failed' && !wasFailed.has(id));
  draft.failedRefunds.push(...failed);
  if (after.status !== before.status || failed.length > 0) {
    const isFirst = firstMoney || after.receivedCents === 0;
    const cause = isFirst ? 'checkout' : before.dispute !== after.dispute ? 'dispute' : 'refund';
    draft.settled = { paymentId: row.id, subject: toSubject(row), status: after.status, cause };
  }
  return JSON.stringify(before) !== JSON.stringify(after);
}

function learnOfRefunds(draft: Draft, news: RefundNews[], now: Date): void {
  for (const told of news) {
    const ours = draft.refunds.find(
      (refund) =>
        refund.id === told.refundId ||
        (told.providerRefundId !== null && refund.providerRefundId === told.providerRefundId),
    );
    if (!ours) {
      const foreign: RefundRow = {
        id: randomUUID(),
        paymentId: draft.row.id,
        amountCents: told.amountCents,
        reason: "Made in the payment provider's console",
        actorId: null,
        status: told.status,
        providerRefundId: told.providerRefundId,
        failureReason: told.failureReason,
        createdAt: now,
        updatedAt: now,
        resolvedAt: null,
      };
      draft.refunds.push(foreign);
      draft.newRefunds.add(foreign);
      continue;
    }
    ours.status = laterRefundStatus(ours.status, told.status);
    ours.providerRefundId ??= told.providerRefundId;
    ours.failureReason = ours.status === 'failed' ? (told.failureReason ?? ours.failureReason) : null;
    ours.updatedAt = now;
    if (!draft.newRefunds.has(ours)) draft.changedRefunds.add(ours);
  }
}

/** The ledger entries that lead from one state to the next, as one transaction. */
export function bookings(row: PaymentRow, before: Facts, after: Facts, at: Date): NewEntry[] {
  const transactionId = randomUUID();
  const kind =
    before.receivedCents !== after.receivedCents
      ? 'charge'
      : before.dispute !== after.dispute
        ? 'dispute'
        : before.acceptedCents !== after.acceptedCents
          ? 'decision'
          : 'refund';
  return ledgerRows(before, after).map((entry) => ({
    ...entry,
    transactionId,
    paymentId: row.id,
    subjectKind: row.subjectKind,
    subjectId: row.subjectId,
    currency: after.receivedCurrency ?? after.currency,
    kind,
    at,
  }));
}

/** Whether an invoice or a note has to follow: issued by a job, so that the settlement holds no lock on their numbers. */
export function wantsDocuments(before: Facts, after: Facts): boolean {
  const [was, is] = [earningsOf(before), earningsOf(after)];
  return was.earnedCents !== is.earnedCents || was.returnedCents !== is.returnedCents;
}
