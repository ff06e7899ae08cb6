import { eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database.ts';
import { good } from './payments.tables.ts';
import type { GoodKind } from './rules/payment-facts.ts';

export async function insertGoods(tx: Tx, rows: (typeof good.$inferInsert)[]): Promise<void> {
  await tx.insert(good).values(rows);
}

/** Which kind of good an id is; undefined for ids of other things. */
export async function findGoodKind(db: Queryable, id: string): Promise<GoodKind | undefined> {
  const [row] = await db.select({ kind: good.kind }).from(good).where(eq(good.id, id));
  return row?.kind;
}
