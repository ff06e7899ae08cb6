import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { good } from './payments.tables.ts';
import type { GoodKind } from './rules/payment-facts.ts';

export async function insertGoods(tx: Tx, rows: (typeof good.$inferInsert)[]): Promise<void> {
  await tx.insert(good).values(rows);
}

/** What this id belongs to: an order, a share, or another sold item (good). */
export async function findGoodKind(db: Queryable, id: string): Promise<GoodKind | undefined> {
  const [row] = await db.select({ kind: good.kind }).from(good).where(eq(good.id, id));
  return row?.kind;
}

/** Which of these ids are sold items (goods) of this kind. */
export async function listKnownGoods(db: Queryable, kind: GoodKind, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: good.id })
    .from(good)
    .where(and(eq(good.kind, kind), inArray(good.id, ids)));
  return new Set(rows.map(({ id }) => id));
}
