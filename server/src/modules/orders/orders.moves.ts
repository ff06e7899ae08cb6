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
  /** The group that shares it, whose people are told too; it writes its own mails. */
  groupTestId: string | null;
  /** Absent when no step was taken: details, tracking number. */
  event?: OrderEvent | TimelineNote;
  /** Another step was taken in the same transaction and is told next: whoever only looks at the request waits for that one. */
  isPassed?: boolean;
  /** Id of the timeline row: stable, so that one mail goes out an event. */
  eventId?: number;
  note?: string | null;
  /** Of a refused sample. */
  reason?: SampleRejection | null;
};

/** Told on the timeline without a change of status. */
export type TimelineNote =
  | 'reminded'
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

  type Written = { kind: string; from: RequestRow['status'] | null; to: RequestRow['status'] };

  /** Writes steps of one request onto its timeline and into the audit log; answers the ids of the timeline's rows. */
  async function write(tx: Tx, requestId: string, written: Written[], step: Step): Promise<number[]> {
    const at = platform.clock.now();
    const actorId = step.actor.kind === 'system' ? null : step.actor.id;
    const ids = await store.insertEvents(
      tx,
      written.map(({ kind, from, to }) => ({
        requestId,
        at,
        actorId,
        actorKind: step.actor.kind,
        kind,
        fromStatus: from,
        toStatus: to,
        note: step.note ?? null,
        reason: step.reason ?? null,
        intakeItem: step.intakeItem ?? null,
      })),
    );
    const entries = written.map(({ kind, from, to }) => ({
      at,
      actorId,
      action: `request.${kind}`,
      subject: { kind: 'request', id: requestId },
      detail: {
        from,
        to,
        ...(step.reason ? { reason: step.reason } : {}),
        ...(step.note ? { note: step.note } : {}),
      },
    }));
    await recordAudit(tx, ...entries);
    return ids;
  }

  /** Takes `row` (locked by this transaction) these steps at once; refuses `wrong_state` when the table lacks one of them. */
  async function moveThrough(
    tx: Tx,
    row: RequestRow,
    events: OrderEvent[],
    step: Step,
  ): Promise<RequestRow | Refusal> {
    let at = row.status;
    const written: (Written & { kind: OrderEvent })[] = [];
    for (const kind of events) {
      const to = statusAfter(at, kind);
      if (!to) return refuse('wrong_state');
      written.push({ kind, from: at, to });
      at = to;
    }
    const next = await store.update(tx, row.id, {
      ...step.change,
      status: at,
      updatedAt: platform.clock.now(),
    });
    const ids = await write(tx, row.id, written, step);
    for (const [place, { kind }] of written.entries()) {
      const eventId = ids[place];
      if (eventId === undefined) throw new Error('a step was not written');
      await changed.publish(tx, {
        requestId: row.id,
        ownerId: row.customerId,
        groupTestId: row.groupTestId,
        event: kind,
        eventId,
        isPassed: place < written.length - 1,
        note: step.note ?? null,
        reason: step.reason ?? null,
      });
    }
    return next;
  }

  return {
    changed,

    moveThrough,

    /** One step of `moveThrough`. */
    move: (tx: Tx, row: RequestRow, event: OrderEvent, step: Step): Promise<RequestRow | Refusal> =>
      moveThrough(tx, row, [event], step),

    /** A first row has come into being. */
    async begin(tx: Tx, row: RequestRow, actor: Actor): Promise<void> {
      const [eventId] = await write(tx, row.id, [{ kind: 'created', from: null, to: row.status }], { actor });
      await changed.publish(tx, {
        requestId: row.id,
        ownerId: row.customerId,
        groupTestId: row.groupTestId,
        event: 'created',
        ...(eventId === undefined ? {} : { eventId }),
      });
    },

    /** A line on the timeline that leaves the status as it is. */
    async note(tx: Tx, row: RequestRow, kind: TimelineNote, note: string | null): Promise<void> {
      const written = [{ kind, from: row.status, to: row.status }];
      const [eventId] = await write(tx, row.id, written, { actor: { kind: 'system' }, note });
      const { id: requestId, customerId: ownerId, groupTestId } = row;
      if (eventId !== undefined)
        await changed.publish(tx, { requestId, ownerId, groupTestId, event: kind, eventId, note });
    },

    /** Something about the order that is kept elsewhere has changed, such as a payment of it. */
    tell: (tx: Tx, row: RequestRow): Promise<void> =>
      changed.publish(tx, { requestId: row.id, ownerId: row.customerId, groupTestId: row.groupTestId }),

    /** Fields changed, nothing moved. */
    async change(tx: Tx, id: string, change: Partial<RequestRow>): Promise<RequestRow> {
      const row = await store.update(tx, id, { ...change, updatedAt: platform.clock.now() });
      await changed.publish(tx, { requestId: id, ownerId: row.customerId, groupTestId: row.groupTestId });
      return row;
    },
  };
}
export type OrderMoves = ReturnType<typeof orderMoves>;
