import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import { isStaff, type Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { groupOrders } from './orders.groups.ts';
import type { OrderMoves } from './orders.moves.ts';
import type { ordersStore } from './orders.store.ts';
import type { RequestRow } from './orders.tables.ts';
import { dueOn } from './turnaround.rules.ts';

type Deps = {
  platform: Platform;
  store: ReturnType<typeof ordersStore>;
  moves: OrderMoves;
  group: ReturnType<typeof groupOrders>;
  catalog: Catalog;
};

/** What somebody at the desk found out about a vial. */
export type Intake = {
  accepted: boolean;
  condition: string;
  note: string;
  /** What was wrong with a sample that is not accepted; 'other' when left out. */
  rejection?: SampleRejection | undefined;
  /** The line of a parcel; the same line is never worked on twice. */
  itemId?: string | undefined;
};

const CLOSED: Partial<Record<RequestRow['status'], string>> = {
  cancelled: 'This order is cancelled. Keep the vial 30 days, then destroy it.',
  received: 'This sample was taken in already.',
  complete: 'This test is complete already.',
  draft: 'This order is not paid. Keep the vial and ask an admin.',
  pending_payment: 'This order is not paid. Keep the vial and ask an admin.',
};

/** Samples come into the laboratory, or are refused at its door. */
export function orderIntake({ platform, store, moves, group, catalog }: Deps) {
  return {
    /** Takes the sample in, or refuses it and leaves the order waiting for another; `row` is locked by `tx`. */
    async receive(tx: Tx, viewer: Viewer, row: RequestRow, intake: Intake): Promise<RequestRow | Refusal> {
      const own = isStaff(viewer) ? await group.notOwn(viewer, row) : refuse('not_found');
      if (own) return own;
      const closed = CLOSED[row.status];
      if (closed) return refuse('wrong_state', closed);
      const step = {
        actor: { kind: 'staff' as const, id: viewer.id },
        intakeItem: intake.itemId ?? null,
      };
      if (!intake.accepted) {
        const note = [intake.condition, intake.note].filter(Boolean).join('. ');
        return moves.move(tx, row, 'sample_refused', { ...step, note, reason: intake.rejection ?? 'other' });
      }
      const sku = (await catalog.selectMany([row.skuId], tx))(row.skuId);
      const receivedAt = platform.clock.now();
      return moves.move(tx, row, 'sample_received', {
        ...step,
        note: intake.note || null,
        change: { receivedAt, sampleCondition: intake.condition, dueOn: dueOn(sku.tat_text, receivedAt) },
      });
    },

    /** What a line of a parcel brought about before, 'elsewhere' for another request; undefined for a new line. */
    async outcomeOf(
      tx: Tx,
      row: RequestRow,
      itemId: string,
    ): Promise<'received' | 'refused' | 'elsewhere' | undefined> {
      const event = await store.findIntakeItem(tx, itemId);
      if (!event) return undefined;
      if (event.requestId !== row.id) return 'elsewhere';
      return event.kind === 'sample_received' ? 'received' : 'refused';
    },
  };
}
