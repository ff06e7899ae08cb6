import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

export const SubjectKind = z.enum(['order', 'group_share', 'withdrawal', 'showcase']);

/** What is paid for: an order, a share of a group test, the discount given back for a test that was public, or a week of display. */
export const PaymentSubject = z.object({ kind: SubjectKind, id: Id });

/** What rows of the ledger stand under: what is paid for, or a group with what it owes to the sender of its vial. */
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
 * One row of the double entry; rows of one transaction_id sum to zero. Positive cents are a debit (the provider owes
 * us, money was given back), negative ones a credit (earned, held, excess, owed to a sender, gone from the bank).
 */
export const LedgerEntry = z
  .object({
    id: z.int(),
    transaction_id: Id,
    /** Null for what belongs to no single payment: owed to the sender of a group's vial, and paid out. */
    payment_id: Id.nullable(),
    account: LedgerAccount,
    amount_cents: z.int(),
    currency: z.string(),
    kind: z.enum(['charge', 'refund', 'dispute', 'decision', 'owed', 'payout']),
    at: Instant,
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Sum of an account in one currency; accounts that never moved are left out. */
export const LedgerBalance = z.object({
  account: LedgerAccount,
  currency: z.string(),
  amount_cents: z.int(),
});
export type LedgerBalance = z.infer<typeof LedgerBalance>;

/** Every movement for one order, share or group, oldest first, and what each account comes to. */
export const Ledger = z
  .object({
    subject: LedgerSubject,
    entries: z.array(LedgerEntry),
    balances: z.array(LedgerBalance),
  })
  .meta({ id: 'Ledger' });
export type Ledger = z.infer<typeof Ledger>;

/** A kind that names a good also says that checkout does not know such a good. */
export const FINDING_KINDS = [
  /** A transaction whose rows do not sum to zero. */
  'unbalanced_transaction',
  /** An account of a payment does not hold what the payment's facts say. */
  'books_differ',
  /** The payment's status is not the one that its facts lead to. */
  'status_differs',
  /** An order goes on without money, or is unpaid or cancelled while its money is kept. */
  'order_differs',
  /** A share of a group counts as paid without money, or is lost while its money is kept. */
  'share_differs',
  /** A test counts as made private without money, or money for that is kept though it was not. */
  'withdrawal_differs',
  /** A week of display is shown without money, or money for one is kept though it is not shown. */
  'showcase_differs',
  /** Invoices and credit notes do not add up to what was earned. */
  'invoices_differ',
] as const;

/** One thing that does not add up; `detail` is a sentence fit to show. */
export const LedgerFinding = z
  .object({
    kind: z.enum(FINDING_KINDS),
    payment_id: Id.nullable(),
    subject: PaymentSubject.nullable(),
    detail: z.string(),
  })
  .meta({ id: 'LedgerFinding' });
export type LedgerFinding = z.infer<typeof LedgerFinding>;

/** The outcome of one check of the whole ledger. `findings` holds at most 200 of `finding_count`. */
export const LedgerReport = z
  .object({
    checked_at: Instant,
    payment_count: z.int(),
    entry_count: z.int(),
    /** What the provider account comes to, by currency. */
    provider_balances: z.array(LedgerBalance),
    finding_count: z.int(),
    findings: z.array(LedgerFinding),
  })
  .meta({ id: 'LedgerReport' });
export type LedgerReport = z.infer<typeof LedgerReport>;
