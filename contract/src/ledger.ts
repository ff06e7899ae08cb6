import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

export const SubjectKind = z.enum(['order', 'group_share', 'withdrawal', 'showcase']);

/** What a payment is for: an order, a share of a group test, a repaid discount, or a showcase week. */
export const PaymentSubject = z.object({ kind: SubjectKind, id: Id });

/** What a ledger row belongs to: the subject of a payment, or a group whose sender is owed money. */
const LedgerSubject = z.object({ kind: z.enum([...SubjectKind.options, 'group']), id: Id });

export const LEDGER_ACCOUNTS = [
  'provider',
  'revenue',
  'refunds',
  'excess',
  'held',
  'disputes',
  'owed',
  'bank',
] as const;
export const LedgerAccount = z.enum(LEDGER_ACCOUNTS);
export type LedgerAccount = z.infer<typeof LedgerAccount>;

/**
 * One row of double-entry bookkeeping. The rows with the same transaction_id sum to zero. Positive cents are a debit
 * (the provider owes us, a refund). Negative cents are a credit (earned, held, excess, owed to a sender, paid from the
 * bank).
 */
export const LedgerEntry = z
  .object({
    id: z.int(),
    transaction_id: Id,
    /** Null for amounts that belong to no single payment: owed to the sender of a group's vial, and paid out to the sender. */
    payment_id: Id.nullable(),
    account: LedgerAccount,
    amount_cents: z.int(),
    currency: z.string(),
    kind: z.enum(['charge', 'refund', 'dispute', 'decision', 'owed', 'payout']),
    at: Instant,
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** The sum of one account in one currency; an account without movements is omitted. */
export const LedgerBalance = z.object({
  account: LedgerAccount,
  currency: z.string(),
  amount_cents: z.int(),
});
export type LedgerBalance = z.infer<typeof LedgerBalance>;

/** Every movement of money for one order, share or group, oldest first, and the balance of each account. */
export const Ledger = z
  .object({
    subject: LedgerSubject,
    entries: z.array(LedgerEntry),
    balances: z.array(LedgerBalance),
  })
  .meta({ id: 'Ledger' });
export type Ledger = z.infer<typeof Ledger>;

/** The kinds of findings of the ledger check. A kind with the name of a good also reports a good that checkout does not know. */
export const FINDING_KINDS = [
  /** The rows of a transaction do not sum to zero. */
  'unbalanced_transaction',
  /** An account of a payment differs from what is recorded about the payment. */
  'books_differ',
  /** The status of a payment differs from what is recorded about the payment. */
  'status_differs',
  /** An order continues without money, or an order is unpaid or cancelled while we keep its money. */
  'order_differs',
  /** A share of a group counts as paid without money, or a member lost the share while we keep its money. */
  'share_differs',
  /** A test was made private without the money for it, or we keep that money while the test is still public. */
  'withdrawal_differs',
  /** A showcase week is shown without money, or we keep its money without showing it. */
  'showcase_differs',
  /** The invoices and credit notes of a payment do not add up to the amount that we earned. */
  'invoices_differ',
] as const;

/** One fault in the books; `detail` is a sentence for display. */
export const LedgerFinding = z
  .object({
    kind: z.enum(FINDING_KINDS),
    payment_id: Id.nullable(),
    subject: PaymentSubject.nullable(),
    detail: z.string(),
  })
  .meta({ id: 'LedgerFinding' });
export type LedgerFinding = z.infer<typeof LedgerFinding>;

/** The result of one check of the whole ledger. `findings` holds at most 200 of the `finding_count` findings. */
export const LedgerReport = z
  .object({
    checked_at: Instant,
    payment_count: z.int(),
    entry_count: z.int(),
    /** Balance of the provider account, by currency. */
    provider_balances: z.array(LedgerBalance),
    finding_count: z.int(),
    findings: z.array(LedgerFinding),
  })
  .meta({ id: 'LedgerReport' });
export type LedgerReport = z.infer<typeof LedgerReport>;
