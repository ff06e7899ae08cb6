import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { withOrdered } from './catalog.queries.ts';
import type { CatalogContext } from './catalog.service.ts';
import { findForUpdate, listAll, lockAll, type OrderedSkuRow } from './catalog.store.ts';
import type { SkuRow } from './catalog.tables.ts';

/** Changes one test while the list is locked. Refusal: `not_found`. */
export async function withLockedItem(
  ctx: CatalogContext,
  id: string,
  work: (tx: Tx, row: OrderedSkuRow, all: SkuRow[]) => Promise<OrderedSkuRow | Refusal>,
): Promise<OrderedSkuRow | Refusal> {
  if (!isUuid(id)) return refuse('not_found');
  return ctx.platform.db.transaction(async (tx) => {
    const all = await lockAll(tx);
    const locked = await findForUpdate(tx, id);
    const [row] = await withOrdered(ctx, tx, locked ? [locked] : []);
    return row ? work(tx, row, all) : refuse('not_found');
  });
}

/** Changes the order of the list while it is locked. Refusal: `not_found`. */
export async function withLockedList(
  ctx: CatalogContext,
  id: string,
  work: (tx: Tx, row: SkuRow, all: SkuRow[]) => Promise<Refusal | undefined>,
): Promise<OrderedSkuRow[] | Refusal> {
  return ctx.platform.db.transaction(async (tx) => {
    const all = await lockAll(tx);
    const row = all.find((one) => one.id === id);
    if (!row) return refuse('not_found');
    return (await work(tx, row, all)) ?? withOrdered(ctx, tx, await listAll(tx));
  });
}

/** Logs a change, and tells other modules. */
export async function recordChange(
  { platform, afterCatalogChange }: CatalogContext,
  tx: Tx,
  viewer: Viewer,
  skuId: string,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, {
    at: platform.clock.now(),
    actorId: viewer.id,
    action: `sku.${action}`,
    subject: { kind: 'sku', id: skuId },
    detail,
  });
  const isDescribedAnew = ['name', 'description', 'includes_sterility'].some((field) => field in detail);
  await afterCatalogChange(tx, { skuId, isDescribedAnew: action === 'changed' && isDescribedAnew });
}
