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
  /** The group that shares the order; null without one. */
  groupTestId: string | null;
  /** Undefined if the status stays the same, as for a new tracking number. */
  event?: OrderEventKind | TimelineNote;
  /** True if another change follows in the same transaction. */
  isPassed?: boolean;
  /** The id never changes, so that each event sends one mail. */
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
  /** The line in the list of vials of a parcel, if the vial was in one. Each line has one event. */
  intakeItem?: string | null;
};

/**
 * Changes the status of a locked order, several times if needed, with timeline, audit log and other modules. Refusals:
 * `wrong_state`, `log_read_only`.
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

/** Changes the status of a locked order once. */
export function transition(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  kind: OrderEventKind,
  step: Step,
): Promise<RequestRow | Refusal> {
  return transitionThrough(ctx, tx, row, [kind], step);
}

/** Writes the creation to timeline and audit log, and tells other modules. */
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

/** Adds an event to the timeline that does not change the status, and tells other modules. */
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

/** Changes fields of an order without a new status. */
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

/** Tells other modules about a change of the order or its payment. */
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

/** Writes steps to timeline and audit log; returns their ids. */
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
