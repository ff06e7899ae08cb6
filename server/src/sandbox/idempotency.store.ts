import { and, eq, lt, sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Tx } from '../platform/postgres/database.ts';

const sandboxIdempotency = pgTable('sandbox_idempotency', {
  key: text('key').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  status: integer('status').notNull(),
  body: jsonb('body').$type<object>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
});

/** Tries to lock `key` for this transaction. False if another call holds the lock. */
export async function tryIdempotencyLock(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`sandbox:${key}`}, 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

/** The stored answer for `key`, if it is not older than `since`. */
export async function findKeyedAnswer(tx: Tx, key: string, since: Date) {
  await tx
    .delete(sandboxIdempotency)
    .where(and(eq(sandboxIdempotency.key, key), lt(sandboxIdempotency.createdAt, since)));
  const [row] = await tx.select().from(sandboxIdempotency).where(eq(sandboxIdempotency.key, key));
  return row;
}

export async function insertKeyedAnswer(
  tx: Tx,
  answer: typeof sandboxIdempotency.$inferInsert,
): Promise<void> {
  await tx.insert(sandboxIdempotency).values(answer);
}
