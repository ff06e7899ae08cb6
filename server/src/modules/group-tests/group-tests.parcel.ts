import type { GroupDetail, Specimen } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { GroupMoney } from './group-tests.money.ts';
import type { GroupStep } from './group-tests.step.ts';

type Deps = { money: GroupMoney; step: GroupStep; orders: Orders };

/** What people say about the vial until the laboratory has it: what it is, and how it travels. Staff say neither. */
export function groupParcel({ money, step, orders }: Deps) {
  return {
    /** What the vial is; only the organizer. */
    putSpecimen: (viewer: Viewer, id: string, specimen: Specimen): Promise<GroupDetail | Refusal> =>
      step.take(viewer, id, async (tx, row) => {
        if (viewer.id !== row.organizerId) return refuse('forbidden', 'Only the organizer can do this.');
        if (!row.requestId || row.receivedAt) return refuse('wrong_state');
        const saved = await orders.putSpecimenForGroup(tx, row.requestId, specimen);
        return isRefusal(saved) ? saved : undefined;
      }),

    /** Under which number the parcel is on its way; whoever sends it, or the organizer. */
    putTracking: (viewer: Viewer, id: string, trackingNumber: string): Promise<GroupDetail | Refusal> =>
      step.take(viewer, id, async (tx, row) => {
        if (viewer.id !== row.organizerId && viewer.id !== (await money.senderOf(tx, row))) {
          return refuse('forbidden', 'Only whoever sends the vial, and the organizer, can do this.');
        }
        if (!row.requestId) return refuse('wrong_state');
        const saved = await orders.trackForGroup(tx, row.requestId, viewer.id, trackingNumber);
        return isRefusal(saved) ? saved : undefined;
      }),
  };
}
