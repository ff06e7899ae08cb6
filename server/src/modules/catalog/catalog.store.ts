import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Orm, Queryable } from '../../platform/database.ts';
import { type SkuRow, sku } from './catalog.tables.ts';

/** The statements of the catalog. */
export function catalogStore(orm: Orm) {
  const listSold = orm
    .select()
    .from(sku)
    .where(isNull(sku.retiredAt))
    .orderBy(asc(sku.sortOrder))
    .prepare('catalog_list_sold');

  return {
    /** What is sold now, in the order of the price list. */
    listSold: (): Promise<SkuRow[]> => listSold.execute(),

    async findSold(id: string): Promise<SkuRow | undefined> {
      const [row] = await orm
        .select()
        .from(sku)
        .where(and(eq(sku.id, id), isNull(sku.retiredAt)));
      return row;
    },

    /** Also the retired ones: an order keeps its SKU. */
    async findMany(ids: string[]): Promise<SkuRow[]> {
      return ids.length === 0 ? [] : orm.select().from(sku).where(inArray(sku.id, ids));
    },

    /** Adds what is missing; never touches a price or a word that somebody may have changed since. */
    async addMissing(db: Queryable, rows: SkuRow[]): Promise<void> {
      await db.insert(sku).values(rows).onConflictDoNothing({ target: sku.slug });
    },
  };
}
