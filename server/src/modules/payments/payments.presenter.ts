import type { Payment } from '@vialproof/contract/checkout';
import type { PaymentRow } from './payments.tables.ts';
import { type Facts, type Subject, subjectOf } from './rules/payment-facts.ts';
import { coversPrice, holdsMoney, isKept, isPaidFor, refundableCents } from './rules/refundable.ts';
import { isUnderpaid } from './rules/underpayment.ts';

/** A payment as other modules see it. */
export type PaymentRecord = ReturnType<typeof presentRecord>;

export function presentRecord(row: PaymentRow, facts: Facts) {
  const heldCents = refundableCents(facts);
  return {
    id: row.id,
    subject: subjectOf(row),
    customerId: row.customerId,
    provider: row.provider,
    description: row.description,
    status: row.status,
    amountCents: row.amountCents,
    currency: row.currency,
    receivedCents: row.receivedCents,
    receivedCurrency: row.receivedCurrency,
    refundedCents: row.refundedCents,
    /** Cents of refunds in progress. */
    refundingCents: facts.refundingCents,
    /** Received money that is neither refunded, nor in a refund, nor disputed. */
    heldCents,
    /** Whether money of the payment is received, pending or disputed; then no second payment may be made. */
    holdsMoney: holdsMoney(facts),
    /** The reason why the payment waits for an admin; null if it does not wait. */
    decision: row.decision,
    /** Whether the received money differs from the price and no admin accepted it. */
    isUnderpaid: isUnderpaid(facts),
    /** Whether an admin accepted the received money instead of the price. */
    isAccepted: row.acceptedCents !== null,
    isKept: isKept({
      heldCents,
      decision: row.decision,
      leftAsIs: row.decision === null && row.decisionSince !== null,
    }),
    /** Whether the whole price is received and stays; money above the price does not matter. */
    coversPrice: coversPrice(facts),
    /** Whether the whole price was received and some of it is still here; then the seller may continue. */
    isPaidFor: isPaidFor(facts),
    failureReason: row.failureReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    settledAt: row.settledAt,
  };
}

/** A row in the payer's list of payments. The seller adds the group of a share, or the order of another good. */
export type BillingRow = Omit<Payment, 'group_id'> & {
  share_id: string | null;
  withdrawal_id: string | null;
  showcase_id: string | null;
};

export function presentBilling(row: PaymentRow, refundingCents: number): BillingRow {
  const idOf = (kind: Subject['kind']) => (row.subjectKind === kind ? row.subjectId : null);
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    sku_name: row.description,
    provider: row.provider,
    status: row.status,
    amount_cents: row.amountCents,
    order_id: idOf('order'),
    share_id: idOf('group_share'),
    withdrawal_id: idOf('withdrawal'),
    showcase_id: idOf('showcase'),
    // A share does not belong to one order yet, so the row has no reference.
    task_number: row.reference === null ? null : Number(row.reference),
    received_cents: row.receivedCents,
    received_currency: row.receivedCurrency,
    refunded_cents: row.refundedCents,
    refunding_cents: refundingCents,
    // An underpayment has no receipt, even after it is refunded.
    receipt_url: isUnderpaid({ ...row, refundingCents: 0 }) ? null : row.receiptUrl,
  };
}
