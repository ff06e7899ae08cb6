import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

export const SubjectKind = z.enum(['order', 'group_share', 'withdrawal', 'showcase']);

/** The subject of a payment: an order, a share of a group test, a repaid discount, or a showcase week. */
export const PaymentSubject = z.object({ kind: SubjectKind, id: Id });

/** The subject of ledger rows: of a payment, or a group that owes its sender. */
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
 * One row of double-entry bookkeeping; rows of one transaction_id sum to zero. Positive cents are a debit (the provider
 * owes us, a refund), negative ones a credit (earned, held, excess, owed to a sender, paid from the bank).
 */
export const LedgerEntry = z
  .object({
    id: z.int(),
    transaction_id: Id,
    /** Null for amounts outside a single payment: owed to the sender of a group's vial, and paid out. */
    payment_id: Id.nullable(),
    account: LedgerAccount,
    amount_cents: z.int(),
    currency: z.string(),
    kind: z.enum(['charge', 'refund', 'dispute', 'decision', 'owed', 'payout']),
    at: Instant,
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Sum of an account in one currency; accounts without movements are omitted. */
export const LedgerBalance = z.object({
  account: LedgerAccount,
  currency: z.string(),
  amount_cents: z.int(),
});
export type LedgerBalance = z.infer<typeof LedgerBalance>;

/** Every movement for one order, share or group, oldest first, and the balance of each account. */
export const Ledger = z
  .object({
    subject: LedgerSubject,
    entries: z.array(LedgerEntry),
    balances: z.array(LedgerBalance),
  })
  .meta({ id: 'Ledger' });
export type Ledger = z.infer<typeof Ledger>;

/** Kinds that name a good also report a good that checkout does not know. */
export const FINDING_KINDS = [
  /** A transaction whose rows do not sum to zero. */
  'unbalanced_transaction',
  /** An account of a payment does not match the payment's facts. */
  'books_differ',
  /** The payment's status does not match its facts. */
  'status_differs',
  /** An order continues without money, or is unpaid or cancelled while its money is kept. */
  'order_differs',
  /** A share of a group counts as paid without money, or was lost while its money is kept. */
  'share_differs',
  /** A test counts as made private without money, or money for that is kept without the change. */
  'withdrawal_differs',
  /** A showcase week is shown without money, or its money is kept without showing it. */
  'showcase_differs',
  /** Invoices and credit notes do not add up to the earned amount. */
  'invoices_differ',
] as const;

/** One inconsistency; `detail` is a sentence for display. */
export const LedgerFinding = z
  .object({
    kind: z.enum(FINDING_KINDS),
    payment_id: Id.nullable(),
    subject: PaymentSubject.nullable(),
    detail: z.string(),
  })
  .meta({ id: 'LedgerFinding' });
export type LedgerFinding = z.infer<typeof LedgerFinding>;

/** The result of one check of the whole ledger. `findings` holds at most 200 of `finding_count`. */
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
