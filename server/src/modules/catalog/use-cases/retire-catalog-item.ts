import type { StaffSku } from '@vialproof/contract/catalog-staff';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { presentStaffSku } from '../catalog.presenter.ts';
import { popularOf, rankPopular } from '../catalog.rules.ts';
import type { CatalogContext } from '../catalog.service.ts';
import { savePopular, updateSku } from '../catalog.store.ts';
import { recordChange, withLockedItem } from '../catalog.transitions.ts';

/** Ends the sale of a test. Refusals: `stale_version`, `wrong_state`. */
export async function retireCatalogItem(
  ctx: CatalogContext,
  viewer: Viewer,
  id: string,
  version: number,
): Promise<StaffSku | Refusal> {
  const row = await withLockedItem(ctx, id, async (tx, before, all) => {
    if (before.version !== version) return refuse('stale_version');
    if (before.retiredAt) return refuse('wrong_state', 'This test is retired already.');
    if (before.popularRank !== null) await savePopular(tx, rankPopular(popularOf(all), id, null));
    const saved = await updateSku(tx, before, { retiredAt: ctx.platform.clock.now(), popularRank: null });
    await recordChange(ctx, tx, viewer, id, 'retired', { name: before.name });
    return saved;
  });
  return isRefusal(row) ? row : presentStaffSku(row);
}

/** Sells a retired test again, at its old place. Refusals: `stale_version`, `wrong_state`. */
export async function bringBackCatalogItem(
  ctx: CatalogContext,
  viewer: Viewer,
  id: string,
  version: number,
): Promise<StaffSku | Refusal> {
  const row = await withLockedItem(ctx, id, async (tx, before) => {
    if (before.version !== version) return refuse('stale_version');
    if (!before.retiredAt) return refuse('wrong_state', 'This test is on sale already.');
    const saved = await updateSku(tx, before, { retiredAt: null });
    await recordChange(ctx, tx, viewer, id, 'brought_back', { name: before.name });
    return saved;
  });
  return isRefusal(row) ? row : presentStaffSku(row);
}
