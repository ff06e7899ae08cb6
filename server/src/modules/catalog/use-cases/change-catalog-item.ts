import type { StaffSku, UpdateSku } from '@vialproof/contract/catalog-staff';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { presentFields, presentStaffSku } from '../catalog.presenter.ts';
import { changesOf } from '../catalog.rules.ts';
import type { CatalogContext } from '../catalog.service.ts';
import { columnsOf, updateSku } from '../catalog.store.ts';
import { recordChange, withLockedItem } from '../catalog.transitions.ts';

/**
 * Changes texts and price of a test. Refusals: `stale_version`, and `invalid_fields` for its contents after the first
 * order.
 */
export async function changeCatalogItem(
  ctx: CatalogContext,
  viewer: Viewer,
  id: string,
  { version, ...fields }: UpdateSku,
): Promise<StaffSku | Refusal> {
  const row = await withLockedItem(ctx, id, async (tx, before) => {
    if (before.version !== version) return refuse('stale_version');
    const changes = changesOf(presentFields(before), fields);
    if (Object.keys(changes).length === 0) return before;
    if (changes.includes_sterility && before.hasOrders) {
      const message = 'This test has been ordered, so what it includes stays. Retire it and create another.';
      return refuse('invalid_fields', message, { errors: [{ path: 'includes_sterility', message }] });
    }
    const saved = await updateSku(tx, before, columnsOf(fields));
    await recordChange(ctx, tx, viewer, id, 'changed', changes);
    return saved;
  });
  return isRefusal(row) ? row : presentStaffSku(row);
}
