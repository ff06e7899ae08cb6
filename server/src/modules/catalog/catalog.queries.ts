import type { CatalogItem } from '@vialproof/contract/catalog';
import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { presentCatalogItem, presentSku, presentStaffSku, type Sku } from './catalog.presenter.ts';
import type { CatalogContext } from './catalog.service.ts';
import { findMany, findSoldRow, listAll, listSoldIn, type OrderedSkuRow } from './catalog.store.ts';
import type { SkuRow } from './catalog.tables.ts';

/** The parts of a test that decide how it is measured. */
export type SkuKind = Pick<SkuRow, 'id' | 'slug' | 'name' | 'family' | 'includesSterility' | 'retiredAt'>;

/** The tests for sale, in order. */
export async function listSold(ctx: CatalogContext, tx?: Tx): Promise<CatalogItem[]> {
  const rows = await (tx ? listSoldIn(tx) : ctx.listSold.execute());
  return rows.map(presentCatalogItem);
}

/** A test that is for sale; otherwise undefined. */
export async function findSoldSku(ctx: CatalogContext, id: string, tx?: Tx): Promise<Sku | undefined> {
  const row = await findSoldRow(tx ?? ctx.platform.db.orm, id);
  return row && presentSku(row);
}

/** All tests, also retired ones, in order. */
export function listSkuKinds({ platform }: CatalogContext): Promise<SkuKind[]> {
  return listAll(platform.db.orm);
}

/** The part of one test that decides how it is measured. */
export async function findSkuKind({ platform }: CatalogContext, id: string): Promise<SkuKind | undefined> {
  return isUuid(id) ? (await findMany(platform.db.orm, [id]))[0] : undefined;
}

/** The tests with these ids, also retired ones. Throws if one is missing. */
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

/** All tests in order, also retired ones. */
export async function listSkusForStaff(ctx: CatalogContext): Promise<StaffSku[]> {
  const { orm } = ctx.platform.db;
  return (await withOrdered(ctx, orm, await listAll(orm))).map(presentStaffSku);
}

/** Adds whether anybody has ordered the test. */
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
