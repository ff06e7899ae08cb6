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
    /** On its way back. */
    refundingCents: facts.refundingCents,
    /** What is here and neither returned, on its way back, nor disputed. */
    heldCents,
    /** Money of it is here or on its way, in dispute or not: nobody shall pay a second time. */
    holdsMoney: holdsMoney(facts),
    /** Why it waits for an admin; null when it does not. */
    decision: row.decision,
    /** Money came that is not the price, and nobody has taken it in its place. */
    isUnderpaid: isUnderpaid(facts),
    /** An admin took what came in the place of the price. */
    isAccepted: row.acceptedCents !== null,
    isKept: isKept({
      heldCents,
      decision: row.decision,
      leftAsIs: row.decision === null && row.decisionSince !== null,
    }),
    /** The whole price is here and stays here, whatever else happens to the excess. */
    coversPrice: coversPrice(facts),
    /** The whole price came and money of it is here: the module that sells may go ahead. */
    isPaidFor: isPaidFor(facts),
    failureReason: row.failureReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    settledAt: row.settledAt,
  };
}

/** A row of the payer's own billing table. The group of a share, and the order of a withdrawal or a showcase, are known to those who sold them. */
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
    // Of a share, which belongs to no single order yet, there is no reference.
    task_number: row.reference === null ? null : Number(row.reference),
    received_cents: row.receivedCents,
    received_currency: row.receivedCurrency,
    refunded_cents: row.refundedCents,
    refunding_cents: refundingCents,
    // What is not the price is no payment yet; what goes back later changes nothing about that.
    receipt_url: isUnderpaid({ ...row, refundingCents: 0 }) ? null : row.receiptUrl,
  };
}
