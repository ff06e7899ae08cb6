import type { EventOutcome } from '@vialproof/contract/webhooks';
import { and, asc, eq, getTableColumns, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/database.ts';
import { type EventRow, paymentEvent } from './payments.tables.ts';

export type NewEvent = Omit<EventRow, 'paymentId' | 'processedAt' | 'outcome' | 'replays' | 'dueAt'>;
export type EventEnd = { id: string; paymentId: string | null; outcome: EventOutcome };

// Arrays, so that the statement is the same however many there are, and one statement, so that it is its own transaction.
const INSERT_EVENTS = `
  INSERT INTO payment_event (id, provider, provider_event_id, type, payload, received_at)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
  ON CONFLICT (provider, provider_event_id) DO NOTHING RETURNING id`;

/** Stores each event once and for good; answers the ids of those that were not there already. */
export async function insertEvents(pool: Database['pool'], rows: NewEvent[]): Promise<Set<string>> {
  // In one order whoever writes: two processes with the same events then wait for each other in turn, never in a circle.
  const ordered = rows.toSorted((a, b) => (a.providerEventId < b.providerEventId ? -1 : 1));
  const stored = await pool.query<{ id: string }>({
    name: 'payments_insert_events',
    text: INSERT_EVENTS,
    values: [
      ordered.map(({ id }) => id),
      ordered.map(({ provider }) => provider),
      ordered.map(({ providerEventId }) => providerEventId),
      ordered.map(({ type }) => type),
      ordered.map(({ payload }) => payload),
      ordered.map(({ receivedAt }) => receivedAt.toISOString()),
    ],
  });
  return new Set(stored.rows.map(({ id }) => id));
}

/** Events without an end that nobody works on. */
const isDue = (now: Date) =>
  and(isNull(paymentEvent.processedAt), or(isNull(paymentEvent.dueAt), lte(paymentEvent.dueAt, now)));

/**
 * Takes up the oldest that are due, for one worker alone until `until`: then whatever has no end by then is due again, should
 * the worker have died. Oldest first.
 */
export async function takeEvents(db: Queryable, now: Date, until: Date, limit: number): Promise<EventRow[]> {
  const due = db
    .$with('due')
    .as(
      db
        .select({ id: paymentEvent.id })
        .from(paymentEvent)
        .where(isDue(now))
        .orderBy(asc(paymentEvent.receivedAt))
        .limit(limit)
        .for('update', { skipLocked: true }),
    );
  const taken = await db
    .with(due)
    .update(paymentEvent)
    .set({ dueAt: until })
    .from(due)
    .where(eq(paymentEvent.id, due.id))
    .returning(getTableColumns(paymentEvent));
  return taken.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
}

/** Whether an event waits for somebody to take it up. */
export async function hasDueEvents(db: Queryable, now: Date): Promise<boolean> {
  const rows = await db.select({ id: paymentEvent.id }).from(paymentEvent).where(isDue(now)).limit(1);
  return rows.length > 0;
}

export async function findEvent(db: Queryable, id: string): Promise<EventRow | undefined> {
  const [row] = await db.select().from(paymentEvent).where(eq(paymentEvent.id, id));
  return row;
}

/** Writes what became of events. Read again, an event that changed something once still is the one that did. */
export async function closeEvents(db: Queryable, ends: EventEnd[], at: Date): Promise<void> {
  if (ends.length === 0) return;
  const column = (pick: (end: EventEnd) => string | null) => sql.param(ends.map(pick));
  await db.execute(sql`
    update payment_event set payment_id = done.payment_id, processed_at = ${at}, due_at = null,
      outcome = case when payment_event.outcome = 'applied' and done.outcome = 'nothing_new' then 'applied' else done.outcome end
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ paymentId }) => paymentId)}::uuid[],
      ${column(({ outcome }) => outcome)}::text[]) as done (id, payment_id, outcome)
    where payment_event.id = done.id`);
}
