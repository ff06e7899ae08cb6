import { randomUUID } from 'node:crypto';
import type { CreateSku, StaffSku } from '@vialproof/contract/catalog-staff';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { presentStaffSku } from '../catalog.presenter.ts';
import type { CatalogContext } from '../catalog.service.ts';
import { columnsOf, insertSku, lockAll } from '../catalog.store.ts';
import { recordChange } from '../catalog.transitions.ts';

/** Adds a test at the end of the list. Refusal: `invalid_fields` if its slug is taken. */
export async function addCatalogItem(
  ctx: CatalogContext,
  viewer: Viewer,
  { slug, ...fields }: CreateSku,
): Promise<StaffSku | Refusal> {
  return ctx.platform.db.transaction(async (tx) => {
    const last = (await lockAll(tx)).at(-1)?.sortOrder ?? 0;
    const row = await insertSku(tx, {
      id: randomUUID(),
      slug,
      ...columnsOf(fields),
      popularRank: null,
      sortOrder: last + 10,
      retiredAt: null,
      version: 1,
    });
    if (!row) {
      const message = 'Another test has this address, perhaps a retired one.';
      return refuse('invalid_fields', message, { errors: [{ path: 'slug', message }] });
    }
    await recordChange(ctx, tx, viewer, row.id, 'created', { slug, ...fields });
    return presentStaffSku({ ...row, hasOrders: false });
  });
}
