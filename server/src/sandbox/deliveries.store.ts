import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../platform/postgres/database.ts';
import type { ProviderName } from './provider.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

const sandboxEvent = pgTable('sandbox_event', {
  id: text('id').primaryKey(),
  provider: text('provider').$type<ProviderName>().notNull(),
  body: jsonb('body').$type<object>().notNull(),
  attempts: integer('attempts').notNull().default(0),
  held: boolean('held').notNull().default(false),
  createdAt: moment('created_at').notNull(),
  deliveredAt: moment('delivered_at'),
});

/** An event that already has `deliveredAt` is never sent. */
export async function insertEvent(tx: Tx, event: typeof sandboxEvent.$inferInsert): Promise<void> {
  await tx.insert(sandboxEvent).values(event);
}

export async function findEvent(db: Queryable, id: string) {
  const [row] = await db.select().from(sandboxEvent).where(eq(sandboxEvent.id, id));
  return row;
}

export async function countAttempt(db: Queryable, id: string): Promise<void> {
  await db
    .update(sandboxEvent)
    .set({ attempts: sql`${sandboxEvent.attempts} + 1` })
    .where(eq(sandboxEvent.id, id));
}

export async function markDelivered(db: Queryable, id: string, at: Date): Promise<void> {
  await db.update(sandboxEvent).set({ deliveredAt: at }).where(eq(sandboxEvent.id, id));
}

/** Events that were not delivered and are not held back, created between `from` and `to`, oldest first. */
export async function listUndelivered(db: Queryable, from: Date, to: Date): Promise<string[]> {
  const rows = await db
    .select({ id: sandboxEvent.id })
    .from(sandboxEvent)
    .where(
      and(
        isNull(sandboxEvent.deliveredAt),
        eq(sandboxEvent.held, false),
        sql`${sandboxEvent.createdAt} between ${from.toISOString()} and ${to.toISOString()}`,
      ),
    )
    .orderBy(sandboxEvent.createdAt)
    .limit(200);
  return rows.map((row) => row.id);
}

/** Releases all events that are held back. Returns their ids, oldest first. */
export async function releaseHeld(tx: Tx): Promise<string[]> {
  const held = await tx
    .select({ id: sandboxEvent.id })
    .from(sandboxEvent)
    .where(eq(sandboxEvent.held, true))
    .orderBy(asc(sandboxEvent.createdAt), sql`ctid`);
  await tx.update(sandboxEvent).set({ held: false }).where(eq(sandboxEvent.held, true));
  return held.map(({ id }) => id);
}
