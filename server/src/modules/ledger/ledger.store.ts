import type { LedgerAccount, LedgerReport } from '@vialproof/contract/ledger';
import { asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type EntryRow, ledgerEntry, ledgerReport, type NewEntry } from './ledger.tables.ts';

export async function insertEntries(tx: Tx, rows: NewEntry[]): Promise<void> {
  if (rows.length > 0) await tx.insert(ledgerEntry).values(rows);
}

/** The entries of these payments, or of one subject, oldest first. */
export function listEntries(
  db: Queryable,
  of: { paymentIds: string[] } | { subjectId: string },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(ledgerEntry)
    .where(
      'subjectId' in of
        ? eq(ledgerEntry.subjectId, of.subjectId)
        : inArray(ledgerEntry.paymentId, of.paymentIds),
    )
    .orderBy(asc(ledgerEntry.id))
    .limit(5000);
}

export async function findSubjectKind(
  db: Queryable,
  subjectId: string,
): Promise<EntryRow['subjectKind'] | undefined> {
  const [entry] = await db
    .select({ kind: ledgerEntry.subjectKind })
    .from(ledgerEntry)
    .where(eq(ledgerEntry.subjectId, subjectId))
    .limit(1);
  return entry?.kind;
}

export type Movement = {
  at: Date;
  kind: 'charge' | 'refund' | 'dispute' | 'owed' | 'payout';
  /** The share to which the money belongs. Null for money that the sender gets. */
  shareId: string | null;
  cents: number;
};

/** All movements of a group's money, oldest first. */
export async function listMovements(db: Queryable, groupId: string, shareIds: string[]): Promise<Movement[]> {
  const { rows } = await db.execute<{
    at: string | Date;
    kind: Movement['kind'];
    share: string | null;
    cents: number;
  }>(sql`
    SELECT at, kind, CASE WHEN subject_kind = 'group_share' THEN subject_id END AS share,
      CASE WHEN account = 'provider' THEN amount_cents ELSE -amount_cents END AS cents
    FROM ledger_entry
    WHERE (subject_kind = 'group_share' AND subject_id = ANY (${sql.param(shareIds)}::uuid[]) AND account = 'provider')
      OR (subject_kind = 'group' AND subject_id = ${groupId}
        AND account = CASE kind WHEN 'owed' THEN 'owed' ELSE 'bank' END)
    ORDER BY id`);
  return rows.map(({ at, kind, share, cents }) => ({ at: new Date(at), kind, shareId: share, cents }));
}

/** Makes the transaction read the data of one moment. It must be the first statement. */
export async function readOneMoment(tx: Tx): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read`);
}

export type AccountSum = { paymentId: string; account: LedgerAccount; currency: string; amountCents: number };

/** The sum of each account for these payments. */
export async function sumAccounts(tx: Tx, paymentIds: string[]): Promise<AccountSum[]> {
  const { rows } = await tx.execute<{
    payment_id: string;
    account: LedgerAccount;
    currency: string;
    cents: number;
  }>(sql`
    select payment_id, account, currency, sum(amount_cents) as cents from ledger_entry
    where payment_id in ${paymentIds} group by payment_id, account, currency`);
  return rows.map((row) => ({
    paymentId: row.payment_id,
    account: row.account,
    currency: row.currency,
    amountCents: Number(row.cents),
  }));
}

export type TransactionSum = {
  transactionId: string;
  /** Null for entries that do not belong to a single payment. */
  paymentId: string | null;
  currency: string;
  /** The sum of all rows of the transaction. It must be zero. */
  cents: number;
  /** The part that the payment provider owes. Null if the provider owes nothing. */
  providerCents: number | null;
  entryCount: number;
};

/** The sums of the next `limit` transactions after `afterId`, by currency. */
export async function sumTransactionsAfter(
  tx: Tx,
  afterId: string | undefined,
  limit: number,
): Promise<TransactionSum[]> {
  const after = afterId ? sql`where transaction_id > ${afterId}` : sql``;
  const { rows } = await tx.execute<{
    transaction_id: string;
    payment_id: string | null;
    currency: string;
    cents: string;
    provider_cents: string | null;
    entries: number;
  }>(sql`
    select transaction_id, min(payment_id::text) as payment_id, currency, sum(amount_cents) as cents,
      sum(amount_cents) filter (where account = 'provider') as provider_cents, count(*)::int as entries
    from ledger_entry where transaction_id in (
      select distinct transaction_id from ledger_entry ${after} order by transaction_id limit ${limit})
    group by transaction_id, currency order by transaction_id, currency`);
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    paymentId: row.payment_id,
    currency: row.currency,
    cents: Number(row.cents),
    providerCents: row.provider_cents === null ? null : Number(row.provider_cents),
    entryCount: row.entries,
  }));
}

/** Stores a report, and deletes old ones. */
export async function insertReport(db: Queryable, report: LedgerReport, oldest: Date): Promise<void> {
  await db.insert(ledgerReport).values({ checkedAt: new Date(report.checked_at), report });
  await db.delete(ledgerReport).where(lt(ledgerReport.checkedAt, oldest));
}

export async function findLatestReport(db: Queryable): Promise<LedgerReport | undefined> {
  const [row] = await db.select().from(ledgerReport).orderBy(desc(ledgerReport.id)).limit(1);
  return row?.report;
}
