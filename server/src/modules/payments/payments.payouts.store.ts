import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database.ts';

/** What a group owes to the sender of its vial, or paid out to them, in cents. */
export type Payout = { groupId: string; cents: number; at: Date };
export type Movement = {
  at: Date;
  kind: 'charge' | 'refund' | 'dispute' | 'owed' | 'payout';
  /** Of the share that it belongs to; null for what is owed to the sender. */
  shareId: string | null;
  cents: number;
};

async function book(tx: Tx, kind: 'owed' | 'payout', payout: Payout, from: string, to: string) {
  const transactionId = randomUUID();
  for (const [account, cents] of [
    [from, payout.cents],
    [to, -payout.cents],
  ] as const) {
    await tx.execute(sql`
      INSERT INTO ledger_entry (transaction_id, subject_kind, subject_id, account, amount_cents, currency, kind, at)
      VALUES (${transactionId}, 'group', ${payout.groupId}, ${account}, ${cents}, 'usd', ${kind}, ${payout.at})`);
  }
}

/** Shipping and vial, taken out of the revenue, are owed to the sender. */
export const insertOwed = (tx: Tx, payout: Payout) => book(tx, 'owed', payout, 'revenue', 'owed');
/** What was owed has left the bank account. */
export const insertPayout = (tx: Tx, payout: Payout) => book(tx, 'payout', payout, 'owed', 'bank');

/** Every movement of money of a group: of its shares at the provider, and towards its sender; oldest first. */
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
