import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { refuseOwnOrder, skuOf } from '../orders.queries.ts';
import type { OrdersContext } from '../orders.service.ts';
import { findIntakeItem } from '../orders.store.ts';
import type { RequestRow } from '../orders.tables.ts';
import { transition } from '../orders.transitions.ts';
import { dueOn } from '../rules/turnaround.ts';

/** What the laboratory found when it received a vial. */
export type Intake = {
  accepted: boolean;
  condition: string;
  note: string;
  /** The reason why the laboratory refuses the sample; 'other' if absent. */
  rejection?: SampleRejection | undefined;
  /** The id of the vial's line in the list of its parcel. Each line is handled once. */
  itemId?: string | undefined;
};

const CLOSED: Partial<Record<RequestRow['status'], string>> = {
  cancelled: 'This order is cancelled. Keep the vial 30 days, then destroy it.',
  received: 'This sample was taken in already.',
  complete: 'This test is complete already.',
  draft: 'This order is not paid. Keep the vial and ask an admin.',
  pending_payment: 'This order is not paid. Keep the vial and ask an admin.',
};

/** Receives or refuses the sample of a locked order. Refusals: `own_order`, `wrong_state`. */
export async function receiveOrder(
  ctx: OrdersContext,
  tx: Tx,
  viewer: Viewer,
  row: RequestRow,
  intake: Intake,
): Promise<RequestRow | Refusal> {
  const own = await refuseOwnOrder(ctx, viewer, row);
  if (own) return own;
  const closed = CLOSED[row.status];
  if (closed) return refuse('wrong_state', closed);
  const step = {
    actor: { kind: 'staff' as const, id: viewer.id },
    intakeItem: intake.itemId ?? null,
  };
  if (!intake.accepted) {
    const note = [intake.condition, intake.note].filter(Boolean).join('. ');
    const reason = intake.rejection ?? 'other';
    return transition(ctx, tx, row, 'sample_refused', { ...step, note, reason });
  }
  const sku = await skuOf(ctx, row, tx);
  const { clock, config } = ctx.platform;
  const receivedAt = clock.now();
  return transition(ctx, tx, row, 'sample_received', {
    ...step,
    note: intake.note || null,
    change: {
      receivedAt,
      sampleCondition: intake.condition,
      dueOn: dueOn(sku.tat_text, receivedAt, config.holidays),
    },
  });
}

/** What was done with a vial of a parcel before. 'elsewhere': it belongs to another order. Undefined for a new vial. */
export async function intakeOutcomeOf(
  _ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  itemId: string,
): Promise<'received' | 'refused' | 'elsewhere' | undefined> {
  const event = await findIntakeItem(tx, itemId);
  if (!event) return undefined;
  if (event.requestId !== row.id) return 'elsewhere';
  return event.kind === 'sample_received' ? 'received' : 'refused';
}
