import type { StaffSku } from '@vialproof/contract/catalog-staff';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { presentStaffSku } from '../catalog.presenter.ts';
import { placeAfter } from '../catalog.rules.ts';
import type { CatalogContext } from '../catalog.service.ts';
import { saveOrder } from '../catalog.store.ts';
import { recordChange, withLockedList } from '../catalog.transitions.ts';

/**
 * Moves a test after another one, or to the top. The call names only this move, so that two moves at the same time do
 * not undo each other. Refusal: `invalid_fields`.
 */
export async function moveCatalogItem(
  ctx: CatalogContext,
  viewer: Viewer,
  id: string,
  afterId: string | null,
): Promise<StaffSku[] | Refusal> {
  const rows = await withLockedList(ctx, id, async (tx, row, all) => {
    const ids = all.map((one) => one.id);
    if (afterId !== null && (afterId === id || !ids.includes(afterId))) {
      const message = 'There is no such test to stand behind.';
      return refuse('invalid_fields', message, { errors: [{ path: 'after_id', message }] });
    }
    const order = placeAfter(ids, id, afterId);
    if (order.join() === ids.join()) return undefined;
    await saveOrder(tx, order);
    const after = all.find((one) => one.id === afterId);
    await recordChange(ctx, tx, viewer, id, 'moved', { name: row.name, behind: after?.name ?? null });
    return undefined;
  });
  return isRefusal(rows) ? rows : rows.map(presentStaffSku);
}
