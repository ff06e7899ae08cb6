import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { divisionOf, lockShares } from '../group-tests.transitions.ts';
import { isUnlocked } from '../rules/states.ts';
import { changeManagedGroup } from './change-group.ts';

/**
 * Fixes the shares of a group before its deadline, or divides missing money. Refusals: `forbidden`, `own_order`,
 * `too_few_members`, `group_locked`.
 */
export const finaliseGroup = (
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
): Promise<GroupDetail | Refusal> =>
  changeManagedGroup(ctx, viewer, id, async (tx, row) => {
    if (!isUnlocked(row.state)) return refuse('group_locked');
    const division = await divisionOf(tx, row, row.state === 'gap');
    if (division.shares.length === 0) return refuse('too_few_members');
    return lockShares(ctx, tx, row, division, viewer.id);
  });
