import type { CreateSku } from '@vialproof/contract/catalog-staff';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Orm, Queryable, Tx } from '../../platform/postgres/database.ts';
import { type SkuRow, sku } from './catalog.tables.ts';

/** A row of the price list, and whether anybody has ordered the test. */
export type OrderedSkuRow = SkuRow & { hasOrders: boolean };

const selectSold = (db: Queryable) =>
  db.select().from(sku).where(isNull(sku.retiredAt)).orderBy(asc(sku.sortOrder), asc(sku.id));

/** The query of the tests for sale. */
export const prepareListSold = (orm: Orm) => selectSold(orm).prepare('catalog_list_sold');

export async function listSoldIn(tx: Tx): Promise<SkuRow[]> {
  return selectSold(tx);
}

export async function findSoldRow(db: Queryable, id: string): Promise<SkuRow | undefined> {
  const [row] = await db
    .select()
    .from(sku)
    .where(and(eq(sku.id, id), isNull(sku.retiredAt)));
  return row;
}

/** The rows with these ids, also retired ones, because orders keep them. */
export async function findMany(db: Queryable, ids: string[]): Promise<SkuRow[]> {
  return ids.length === 0 ? [] : db.select().from(sku).where(inArray(sku.id, ids));
}

/** All tests in order, also retired ones. */
export function listAll(db: Queryable): Promise<SkuRow[]> {
  return db.select().from(sku).orderBy(asc(sku.sortOrder), asc(sku.id));
}

/**
 * Locks all tests, so that changes of their order come one after another. Rows are locked by id, so that two
 * transactions never wait for each other.
 */
export async function lockAll(tx: Tx): Promise<SkuRow[]> {
  const rows = await tx.select().from(sku).orderBy(asc(sku.id)).for('no key update');
  return rows.sort((one, other) => one.sortOrder - other.sortOrder || (one.id < other.id ? -1 : 1));
}

/** The row, locked also against new orders. */
export async function findForUpdate(tx: Tx, id: string): Promise<SkuRow | undefined> {
  const [locked] = await tx.select().from(sku).where(eq(sku.id, id)).for('update');
  return locked;
}

/** The columns for the fields that an admin edited. */
export function columnsOf(fields: Omit<CreateSku, 'slug'>) {
  return {
    name: fields.name,
    description: fields.description,
    family: fields.family,
    sampleRequirement: fields.sample_requirement,
    tatText: fields.tat_text,
    basePriceCents: fields.base_price_cents,
    includesSterility: fields.includes_sterility,
  };
}

/** Inserts a row; undefined if its slug is taken. */
export async function insertSku(tx: Tx, row: SkuRow): Promise<SkuRow | undefined> {
  const [made] = await tx.insert(sku).values(row).onConflictDoNothing({ target: sku.slug }).returning();
  return made;
}

/** Writes the next version of a row. */
export async function updateSku(
  tx: Tx,
  { id, version, hasOrders: has }: OrderedSkuRow,
  change: Partial<SkuRow>,
): Promise<OrderedSkuRow> {
  const [row] = await tx
    .update(sku)
    .set({ ...change, version: version + 1 })
    .where(eq(sku.id, id))
    .returning();
  if (!row) throw new Error(`sku ${id} is missing`);
  return { ...row, hasOrders: has };
}

/** Numbers the rows again, in steps of ten. */
export async function saveOrder(tx: Tx, ids: string[]): Promise<void> {
  await tx.execute(sql`
    UPDATE sku SET sort_order = place.n * 10
    FROM unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS place(id, n)
    WHERE sku.id = place.id AND sku.sort_order <> place.n * 10`);
}

/** Makes these tests the popular ones, in order. */
export async function savePopular(tx: Tx, ids: string[]): Promise<void> {
  await tx.execute(sql`
    UPDATE sku SET popular_rank = place.n
    FROM (SELECT s.id, p.n FROM sku s
          LEFT JOIN unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS p(id, n) ON p.id = s.id) AS place
    WHERE sku.id = place.id AND sku.popular_rank IS DISTINCT FROM place.n`);
}

/** Inserts missing rows; existing ones stay. */
export async function insertMissing(db: Queryable, rows: SkuRow[]): Promise<void> {
  await db.insert(sku).values(rows).onConflictDoNothing({ target: sku.slug });
}
