import { eq, sql } from 'drizzle-orm';
import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../platform/postgres/database.ts';
import type { CheckoutState } from './coinbase-objects.ts';

const sandboxCheckout = pgTable('sandbox_crypto_checkout', {
  id: text('id').primaryKey(),
  state: jsonb('state').$type<CheckoutState>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
});

export async function insertCheckout(tx: Tx, checkout: CheckoutState): Promise<void> {
  const createdAt = new Date(checkout.createdAt);
  await tx.insert(sandboxCheckout).values({ id: checkout.id, state: checkout, createdAt });
}

export async function saveCheckout(tx: Tx, checkout: CheckoutState): Promise<void> {
  await tx.update(sandboxCheckout).set({ state: checkout }).where(eq(sandboxCheckout.id, checkout.id));
}

export async function lockCheckout(tx: Tx, id: string): Promise<CheckoutState | undefined> {
  const [row] = await tx.select().from(sandboxCheckout).where(eq(sandboxCheckout.id, id)).for('update');
  return row?.state;
}

export async function listOverdue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: sandboxCheckout.id })
    .from(sandboxCheckout)
    .where(
      sql`${sandboxCheckout.state} ->> 'status' = 'ACTIVE' and (${sandboxCheckout.state} ->> 'expiresAt')::timestamptz <= ${now.toISOString()}::timestamptz`,
    )
    .limit(200);
  return rows.map((row) => row.id);
}
