import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { createTopic } from '../../platform/topic.ts';
import { type OrderEvent, statusAfter } from './orders.rules.ts';
import type { ordersStore } from './orders.store.ts';
import type { RequestRow } from './orders.tables.ts';

export type Actor = { kind: 'customer' | 'staff'; id: string } | { kind: 'system' };

/** Told inside the transaction of every change of a request. */
export type OrderNews = {
  requestId: string;
  /** Whose request it is. */
  ownerId: string;
  /** The group that shares it; it writes its own mails. */
  groupTestId?: string | null;
  /** Absent when no step was taken: details, tracking number. */
  event?: OrderEvent | PaymentNote;
  /** Id of the timeline row: stable, so that one mail goes out an event. */
  eventId?: number;
  note?: string | null;
  /** Of a refused sample. */
  reason?: SampleRejection | null;
};

/** Told on the timeline without a change of status. */
export type PaymentNote =
  | 'payment_failed'
  | 'payment_problem'
  | 'payment_returned'
  | 'part_refunded'
  | 'refunded';

type Step = {
  actor: Actor;
  note?: string | null;
  change?: Partial<RequestRow>;
  reason?: SampleRejection | null;
  /** The line of a parcel; no two events have the same. */
  intakeItem?: string | null;
};

/** The one way in which a request's status changes: by the table of moves, with its timeline row, audit row and news. */
export function orderMoves(platform: Platform, store: ReturnType<typeof ordersStore>) {
  const changed = createTopic<OrderNews>();

  async function write(tx: Tx, row: RequestRow, from: RequestRow['status'] | null, kind: string, step: Step) {
    const at = platform.clock.now();
    const actorId = step.actor.kind === 'system' ? null : step.actor.id;
    const eventId = await store.insertEvent(tx, {
      requestId: row.id,
      at,
      actorId,
      actorKind: step.actor.kind,
      kind,
      fromStatus: from,
      toStatus: row.status,
      note: step.note ?? null,
      reason: step.reason ?? null,
      intakeItem: step.intakeItem ?? null,
    });
    await recordAudit(tx, {
      at,
      actorId,
      action: `request.${kind}`,
      subject: { kind: 'request', id: row.id },
      detail: {
        from,
        to: row.status,
        ...(step.reason ? { reason: step.reason } : {}),
        ...(step.note ? { note: step.note } : {}),
      },
    });
    return eventId;
  }

  return {
    changed,

    /** Takes `row` (locked by this transaction) one step; refuses `wrong_state` when the table has no such step. */
    async move(tx: Tx, row: RequestRow, event: OrderEvent, step: Step): Promise<RequestRow | Refusal> {
      const to = statusAfter(row.status, event);
      if (!to) return refuse('wrong_state');
      const next = await store.update(tx, row.id, {
        ...step.change,
        status: to,
        updatedAt: platform.clock.now(),
      });
      const eventId = await write(tx, next, row.status, event, step);
      await changed.publish(tx, {
        requestId: row.id,
        ownerId: row.customerId,
        groupTestId: row.groupTestId,
        event,
        eventId,
        note: step.note ?? null,
        reason: step.reason ?? null,
      });
      return next;
    },

    /** A first row has come into being. */
    async begin(tx: Tx, row: RequestRow, actor: Actor): Promise<void> {
      const eventId = await write(tx, row, null, 'created', { actor });
      await changed.publish(tx, {
        requestId: row.id,
        ownerId: row.customerId,
        groupTestId: row.groupTestId,
        event: 'created',
        eventId,
      });
    },

    /** A line on the timeline that leaves the status as it is. */
    async note(tx: Tx, row: RequestRow, kind: PaymentNote, note: string | null): Promise<void> {
      const eventId = await write(tx, row, row.status, kind, { actor: { kind: 'system' }, note });
      await changed.publish(tx, { requestId: row.id, ownerId: row.customerId, event: kind, eventId, note });
    },

    /** Something about the order that is kept elsewhere has changed, such as a payment of it. */
    tell: (tx: Tx, row: RequestRow): Promise<void> =>
      changed.publish(tx, { requestId: row.id, ownerId: row.customerId, groupTestId: row.groupTestId }),

    /** Fields changed, nothing moved. */
    async change(tx: Tx, id: string, change: Partial<RequestRow>): Promise<RequestRow> {
      const row = await store.update(tx, id, { ...change, updatedAt: platform.clock.now() });
      await changed.publish(tx, { requestId: id, ownerId: row.customerId });
      return row;
    },
  };
}
export type OrderMoves = ReturnType<typeof orderMoves>;
