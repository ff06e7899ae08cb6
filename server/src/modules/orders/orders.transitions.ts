import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { OrdersContext } from './orders.service.ts';
import { insertTimeline, updateOrder } from './orders.store.ts';
import type { RequestRow } from './orders.tables.ts';
import { type OrderEventKind, statusAfter } from './rules/lifecycle.ts';

export type Actor = { kind: 'customer' | 'staff'; id: string } | { kind: 'system' };
export const SYSTEM: Actor = { kind: 'system' };

/** A change of an order. */
export type OrderEvent = {
  requestId: string;
  /** The customer who owns the order. */
  ownerId: string;
  /** The group that shares the order and mails its members; null for an order of one person. */
  groupTestId: string | null;
  /** The event; absent if the status does not change, as for details or the tracking number. */
  event?: OrderEventKind | TimelineNote;
  /**
   * True if the same transaction makes another transition after this one. A follower that only reads the order can wait
   * for the last transition.
   */
  isPassed?: boolean;
  /** Id of the timeline row. The id is the same at each retry, so each event sends one mail. */
  eventId?: number;
  note?: string | null;
  /** The reason why the laboratory refused the sample. */
  reason?: SampleRejection | null;
};

/** Events that the timeline shows although the status stays the same. */
export type TimelineNote =
  | 'reminded'
  | 'payment_failed'
  | 'payment_problem'
  | 'payment_returned'
  | 'part_refunded'
  | 'refunded'
  | 'values_opened'
  | 'values_closed';

type Step = {
  actor: Actor;
  note?: string | null;
  change?: Partial<RequestRow>;
  reason?: SampleRejection | null;
  /** The parcel line that caused the event; no two events have the same line. */
  intakeItem?: string | null;
};

/**
 * Makes several transitions of `row` in one step: status, timeline rows, audit rows and followers. This transaction
 * must have locked `row`. Returns the refusal `wrong_state` for a transition that the table does not contain, and
 * `log_read_only` for an intake.
 */
export async function transitionThrough(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  kinds: OrderEventKind[],
  step: Step,
): Promise<RequestRow | Refusal> {
  let at = row.status;
  const written: Written<OrderEventKind>[] = [];
  for (const kind of kinds) {
    const to = statusAfter(at, kind);
    if (!to) return refuse('wrong_state');
    written.push({ kind, from: at, to });
    at = to;
  }
  const now = ctx.platform.clock.now();
  const next = await updateOrder(tx, row.id, { ...step.change, status: at, updatedAt: now });
  const ids = await write(ctx, tx, row.id, written, step);
  for (const [place, { kind }] of written.entries()) {
    const eventId = ids[place];
    if (eventId === undefined) throw new Error('a transition was not written');
    const event = eventOf(row, {
      event: kind,
      eventId,
      isPassed: place < written.length - 1,
      note: step.note ?? null,
      reason: step.reason ?? null,
    });
    const refused =
      kind === 'sample_received' ? await ctx.afterIntake(tx, event) : await ctx.afterOrderChange(tx, event);
    if (refused) return refused;
  }
  return next;
}

/** Makes one transition of `row`; see `transitionThrough`. */
export function transition(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  kind: OrderEventKind,
  step: Step,
): Promise<RequestRow | Refusal> {
  return transitionThrough(ctx, tx, row, [kind], step);
}

/** Writes the creation of an order to the timeline and the audit log, and runs the followers. */
export async function writeCreation(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  actor: Actor,
): Promise<void> {
  const written = [{ kind: 'created' as const, from: null, to: row.status }];
  const [eventId] = await write(ctx, tx, row.id, written, { actor });
  await followChange(ctx, tx, row, { event: 'created', ...(eventId === undefined ? {} : { eventId }) });
}

/** Writes a row of the timeline without changing the status, and runs the followers. */
export async function noteOnTimeline(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  kind: TimelineNote,
  note: string | null,
  actor = SYSTEM,
): Promise<void> {
  const written = [{ kind, from: row.status, to: row.status }];
  const [eventId] = await write(ctx, tx, row.id, written, { actor, note });
  if (eventId !== undefined) await followChange(ctx, tx, row, { event: kind, eventId, note });
}

/** Changes fields of an order without a transition. */
export async function changeOrder(
  ctx: OrdersContext,
  tx: Tx,
  id: string,
  change: Partial<RequestRow>,
): Promise<RequestRow> {
  const row = await updateOrder(tx, id, { ...change, updatedAt: ctx.platform.clock.now() });
  await followChange(ctx, tx, row);
  return row;
}

/** Runs the followers after a change of the order, or of its data in another module, such as a payment. */
export function followChange(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  event: EventDetails = {},
): Promise<void> {
  return ctx.afterOrderChange(tx, eventOf(row, event));
}

type EventDetails = Omit<OrderEvent, 'requestId' | 'ownerId' | 'groupTestId'>;

function eventOf(row: RequestRow, details: EventDetails): OrderEvent {
  const { id: requestId, customerId: ownerId, groupTestId } = row;
  return { requestId, ownerId, groupTestId, ...details };
}

type Written<Kind extends string> = {
  kind: Kind;
  from: RequestRow['status'] | null;
  to: RequestRow['status'];
};

/** Writes transitions of one order to its timeline and the audit log; returns the ids of the timeline rows. */
async function write(
  ctx: OrdersContext,
  tx: Tx,
  requestId: string,
  written: Written<OrderEventKind | TimelineNote>[],
  step: Step,
): Promise<number[]> {
  const at = ctx.platform.clock.now();
  const actorId = step.actor.kind === 'system' ? null : step.actor.id;
  const ids = await insertTimeline(
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
