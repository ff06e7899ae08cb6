import type { StaffSku } from '@vialproof/contract/catalog-staff';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { presentStaffSku } from '../catalog.presenter.ts';
import { popularOf, rankPopular } from '../catalog.rules.ts';
import type { CatalogContext } from '../catalog.service.ts';
import { savePopular } from '../catalog.store.ts';
import { recordChange, withLockedList } from '../catalog.transitions.ts';

/** Gives a test a popular rank, or takes it away. Refusal: `wrong_state` for a retired test. */
export async function setPopularRank(
  ctx: CatalogContext,
  viewer: Viewer,
  id: string,
  rank: number | null,
): Promise<StaffSku[] | Refusal> {
  const rows = await withLockedList(ctx, id, async (tx, row, all) => {
    if (row.retiredAt) return refuse('wrong_state', 'A retired test cannot be popular.');
    const before = popularOf(all);
    const after = rankPopular(before, id, rank);
    if (after.join() === before.join()) return undefined;
    await savePopular(tx, after);
    const to = after.indexOf(id) + 1 || null;
    await recordChange(ctx, tx, viewer, id, 'popular_changed', { name: row.name, from: row.popularRank, to });
    return undefined;
  });
  return isRefusal(rows) ? rows : rows.map(presentStaffSku);
}
