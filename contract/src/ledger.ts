import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

export const SubjectKind = z.enum(['order', 'group_share', 'withdrawal', 'showcase']);

/** What a payment is for: an order, a share of a group, a discount that is paid back, or a week on the home page. */
export const PaymentSubject = z.object({ kind: SubjectKind, id: Id });

/** The subject of a row of the accounts: what was paid, or a group that owes its sender money. */
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
 * One row of the ledger. Rows with the same transaction_id add up to zero. Positive cents are a debit, negative cents a
 * credit.
 */
export const LedgerEntry = z
  .object({
    id: z.int(),
    transaction_id: Id,
    /** Null if the amount belongs to no single payment. */
    payment_id: Id.nullable(),
    account: LedgerAccount,
    amount_cents: z.int(),
    currency: z.string(),
    kind: z.enum(['charge', 'refund', 'dispute', 'decision', 'owed', 'payout']),
    at: Instant,
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** The balance of one account in one currency. */
export const LedgerBalance = z.object({
  account: LedgerAccount,
  currency: z.string(),
  amount_cents: z.int(),
});
export type LedgerBalance = z.infer<typeof LedgerBalance>;

/** All movements of money for one order, share or group, oldest first, with the balance of each account. */
export const Ledger = z
  .object({
    subject: LedgerSubject,
    entries: z.array(LedgerEntry),
    balances: z.array(LedgerBalance),
  })
  .meta({ id: 'Ledger' });
export type Ledger = z.infer<typeof Ledger>;

/** What the check of the accounts can find. */
export const FINDING_KINDS = [
  /** The rows of a transaction do not sum to zero. */
  'unbalanced_transaction',
  'books_differ',
  'status_differs',
  /** An order goes on without money, or we keep the money of an unpaid or cancelled order. */
  'order_differs',
  /** A share of a group is treated as paid without money, or we keep the money of a share that its member lost. */
  'share_differs',
  /** A test became private without its payment, or we keep that payment while the test is public. */
  'withdrawal_differs',
  /** The home page shows a result without money, or we keep the money without showing it. */
  'showcase_differs',
  /** Invoices and credit notes of a payment do not add up to what we earned. */
  'invoices_differ',
] as const;

/** One problem in the accounts. `detail` is a sentence for people. */
export const LedgerFinding = z
  .object({
    kind: z.enum(FINDING_KINDS),
    payment_id: Id.nullable(),
    subject: PaymentSubject.nullable(),
    detail: z.string(),
  })
  .meta({ id: 'LedgerFinding' });
export type LedgerFinding = z.infer<typeof LedgerFinding>;

/** The result of one check of all accounts. `findings` has at most 200 of the `finding_count` problems. */
export const LedgerReport = z
  .object({
    checked_at: Instant,
    payment_count: z.int(),
    entry_count: z.int(),
    /** What the payment providers owe us, by currency. */
    provider_balances: z.array(LedgerBalance),
    finding_count: z.int(),
    findings: z.array(LedgerFinding),
  })
  .meta({ id: 'LedgerReport' });
export type LedgerReport = z.infer<typeof LedgerReport>;
