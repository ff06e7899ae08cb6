import { desc, eq, sql } from 'drizzle-orm';
import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../platform/postgres/database.ts';
import type { RefundState, SessionState } from './stripe-objects.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

const sandboxSession = pgTable('sandbox_checkout_session', {
  id: text('id').primaryKey(),
  paymentIntent: text('payment_intent').unique(),
  state: jsonb('state').$type<SessionState>().notNull(),
  createdAt: moment('created_at').notNull(),
});

const sandboxRefund = pgTable('sandbox_refund', {
  id: text('id').primaryKey(),
  paymentIntent: text('payment_intent').notNull(),
  state: jsonb('state').$type<RefundState>().notNull(),
  createdAt: moment('created_at').notNull(),
});

export async function insertSession(tx: Tx, session: SessionState, at: Date): Promise<void> {
  await tx.insert(sandboxSession).values({ id: session.id, state: session, createdAt: at });
}

export async function saveSession(tx: Tx, session: SessionState): Promise<void> {
  await tx
    .update(sandboxSession)
    .set({ state: session, paymentIntent: session.intent?.id ?? null })
    .where(eq(sandboxSession.id, session.id));
}

export async function findSession(db: Queryable, id: string): Promise<SessionState | undefined> {
  const [row] = await db.select().from(sandboxSession).where(eq(sandboxSession.id, id));
  return row?.state;
}

export async function lockSession(tx: Tx, id: string): Promise<SessionState | undefined> {
  const [row] = await tx.select().from(sandboxSession).where(eq(sandboxSession.id, id)).for('update');
  return row?.state;
}

export async function lockSessionOfIntent(tx: Tx, intentId: string): Promise<SessionState | undefined> {
  const [row] = await tx
    .select()
    .from(sandboxSession)
    .where(eq(sandboxSession.paymentIntent, intentId))
    .for('update');
  return row?.state;
}

export async function findSessionOfIntent(
  db: Queryable,
  intentId: string,
): Promise<SessionState | undefined> {
  const [row] = await db.select().from(sandboxSession).where(eq(sandboxSession.paymentIntent, intentId));
  return row?.state;
}

export async function listOverdue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: sandboxSession.id })
    .from(sandboxSession)
    .where(
      sql`${sandboxSession.state} ->> 'status' = 'open' and (${sandboxSession.state} ->> 'expiresAt')::bigint <= ${Math.floor(now.getTime() / 1000)}`,
    )
    .limit(200);
  return rows.map((row) => row.id);
}

export async function insertRefund(tx: Tx, refund: RefundState, at: Date): Promise<void> {
  await tx
    .insert(sandboxRefund)
    .values({ id: refund.id, paymentIntent: refund.intentId, state: refund, createdAt: at });
}

export async function saveRefund(tx: Tx, refund: RefundState): Promise<void> {
  await tx.update(sandboxRefund).set({ state: refund }).where(eq(sandboxRefund.id, refund.id));
}

export async function findRefund(db: Queryable, id: string): Promise<RefundState | undefined> {
  const [row] = await db.select().from(sandboxRefund).where(eq(sandboxRefund.id, id));
  return row?.state;
}

export async function listRefunds(db: Queryable, intentId: string, limit: number): Promise<RefundState[]> {
  const rows = await db
    .select()
    .from(sandboxRefund)
    .where(eq(sandboxRefund.paymentIntent, intentId))
    .orderBy(desc(sandboxRefund.createdAt))
    .limit(limit);
  return rows.map((row) => row.state);
}
