import type { Payment } from '@vialproof/contract/checkout';
import type { PaymentRow } from './payments.tables.ts';
import { type Facts, type Subject, subjectOf } from './rules/payment-facts.ts';
import { coversPrice, holdsMoney, isKept, isPaidFor, refundableCents } from './rules/refundable.ts';
import { isUnderpaid } from './rules/underpayment.ts';

/** The view of a payment for other modules. */
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
    /** Refunds in progress. */
    refundingCents: facts.refundingCents,
    /** Money that is neither refunded, in a refund, nor disputed. */
    heldCents,
    /** Money is received or pending, disputed or not: a second payment must be prevented. */
    holdsMoney: holdsMoney(facts),
    /** Why it waits for an admin; otherwise null. */
    decision: row.decision,
    /** Received money differs from the price, and no admin accepted it. */
    isUnderpaid: isUnderpaid(facts),
    /** An admin accepted the received money as the price. */
    isAccepted: row.acceptedCents !== null,
    isKept: isKept({
      heldCents,
      decision: row.decision,
      leftAsIs: row.decision === null && row.decisionSince !== null,
    }),
    /** The whole price is received and stays, whatever happens to the excess. */
    coversPrice: coversPrice(facts),
    /** The whole price was received and some of it is still here: the seller may go ahead. */
    isPaidFor: isPaidFor(facts),
    failureReason: row.failureReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    settledAt: row.settledAt,
  };
}

/** A row of the payer's billing table. Sellers know the group of a share and the order of other goods. */
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
    // A share belongs to no single order yet, so it has no reference.
    task_number: row.reference === null ? null : Number(row.reference),
    received_cents: row.receivedCents,
    received_currency: row.receivedCurrency,
    refunded_cents: row.refundedCents,
    refunding_cents: refundingCents,
    // An underpayment has no receipt, even after a later refund.
    receipt_url: isUnderpaid({ ...row, refundingCents: 0 }) ? null : row.receiptUrl,
  };
}
