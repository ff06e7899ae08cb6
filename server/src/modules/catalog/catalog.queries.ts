import type { CatalogItem } from '@vialproof/contract/catalog';
import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { presentCatalogItem, presentSku, presentStaffSku, type Sku } from './catalog.presenter.ts';
import type { CatalogContext } from './catalog.service.ts';
import { findMany, findSoldRow, listAll, listSoldIn, type OrderedSkuRow } from './catalog.store.ts';
import type { SkuRow } from './catalog.tables.ts';

/** The fields of a test that determine how it is measured. */
export type SkuKind = Pick<SkuRow, 'id' | 'slug' | 'name' | 'family' | 'includesSterility' | 'retiredAt'>;

/** The tests for sale, in the order of the price list. */
export async function listSold(ctx: CatalogContext, tx?: Tx): Promise<CatalogItem[]> {
  const rows = await (tx ? listSoldIn(tx) : ctx.listSold.execute());
  return rows.map(presentCatalogItem);
}

/** A test for sale, or undefined. */
export async function findSoldSku(ctx: CatalogContext, id: string, tx?: Tx): Promise<Sku | undefined> {
  const row = await findSoldRow(tx ?? ctx.platform.db.orm, id);
  return row && presentSku(row);
}

/** Every test, retired or not, in the order of the price list. */
export function listSkuKinds({ platform }: CatalogContext): Promise<SkuKind[]> {
  return listAll(platform.db.orm);
}

/** One test as `listSkuKinds` returns it; undefined for an unknown id. */
export async function findSkuKind({ platform }: CatalogContext, id: string): Promise<SkuKind | undefined> {
  return isUuid(id) ? (await findMany(platform.db.orm, [id]))[0] : undefined;
}

/** The SKUs with these ids, retired ones included; throws when one is missing. */
export async function selectSkus(
  { platform }: CatalogContext,
  ids: Iterable<string>,
  tx?: Tx,
): Promise<(id: string) => Sku> {
  const rows = await findMany(tx ?? platform.db.orm, [...new Set(ids)]);
  const byId = new Map(rows.map((row) => [row.id, presentSku(row)]));
  return (id) => {
    const found = byId.get(id);
    if (!found) throw new Error(`sku ${id} is missing`);
    return found;
  };
}

/** Every test in the order of the price list, retired ones included. */
export async function listSkusForStaff(ctx: CatalogContext): Promise<StaffSku[]> {
  const { orm } = ctx.platform.db;
  return (await withOrdered(ctx, orm, await listAll(orm))).map(presentStaffSku);
}

/** Adds to each row whether a test was ever ordered under it. */
export async function withOrdered(
  { findOrderedSkus }: CatalogContext,
  db: Queryable,
  rows: SkuRow[],
): Promise<OrderedSkuRow[]> {
  const ordered = await findOrderedSkus(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, hasOrders: ordered.has(row.id) }));
}
