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
    /** Cents whose refund is not finished. */
    refundingCents: facts.refundingCents,
    /** The money that we have: what was received, without refunds and disputes. */
    heldCents,
    /** Whether money was received, is on its way or disputed. Then nobody may pay a second time. */
    holdsMoney: holdsMoney(facts),
    /** Why the payment waits for an admin; null if it does not. */
    decision: row.decision,
    /** Whether the money is not the price, and no admin has accepted it. */
    isUnderpaid: isUnderpaid(facts),
    /** Whether an admin accepted the money instead of the price. */
    isAccepted: row.acceptedCents !== null,
    isKept: isKept({
      heldCents,
      decision: row.decision,
      leftAsIs: row.decision === null && row.decisionSince !== null,
    }),
    /** Whether the whole price was received, and no part of it was refunded. */
    coversPrice: coversPrice(facts),
    /** Whether the whole price was received, and some of it is still here. */
    isPaidFor: isPaidFor(facts),
    failureReason: row.failureReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    settledAt: row.settledAt,
  };
}

/** A row of the billing page. The module that sold the item adds the order or group. */
export type BillingRow = Omit<Payment, 'group_id' | 'kind'> & {
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
    // A share of a group has no order at first.
    task_number: row.reference === null ? null : Number(row.reference),
    received_cents: row.receivedCents,
    received_currency: row.receivedCurrency,
    refunded_cents: row.refundedCents,
    refunding_cents: refundingCents,
    // An underpayment gets no receipt.
    receipt_url: isUnderpaid({ ...row, refundingCents: 0 }) ? null : row.receiptUrl,
  };
}
