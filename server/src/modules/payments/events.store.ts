import type { EventOutcome } from '@vialproof/contract/webhooks';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type EventRow, paymentEvent } from './payments.tables.ts';

export type NewEvent = Omit<EventRow, 'paymentId' | 'processedAt' | 'outcome' | 'replays'>;
export type EventEnd = { id: string; paymentId: string | null; outcome: EventOutcome };

/** Stores an event once, known by the provider's id. False if it is already stored. */
export async function insertEvent(tx: Tx, row: NewEvent): Promise<boolean> {
  const stored = await tx
    .insert(paymentEvent)
    .values(row)
    .onConflictDoNothing({ target: [paymentEvent.provider, paymentEvent.providerEventId] })
    .returning({ id: paymentEvent.id });
  return stored.length === 1;
}

export async function findEvent(db: Queryable, id: string): Promise<EventRow | undefined> {
  const [row] = await db.select().from(paymentEvent).where(eq(paymentEvent.id, id));
  return row;
}

/** Which of these events were not processed yet, oldest first. */
export function listOpenEvents(db: Queryable, ids: string[]): Promise<EventRow[]> {
  return db
    .select()
    .from(paymentEvent)
    .where(and(inArray(paymentEvent.id, ids), isNull(paymentEvent.processedAt)))
    .orderBy(asc(paymentEvent.receivedAt));
}

/** Stores the results of events. The first result of an event stays. */
export async function closeEvents(db: Queryable, ends: EventEnd[], at: Date): Promise<void> {
  if (ends.length === 0) return;
  const column = (pick: (end: EventEnd) => string | null) => sql.param(ends.map(pick));
  await db.execute(sql`
    update payment_event set payment_id = done.payment_id, processed_at = ${at},
      outcome = case when payment_event.outcome = 'applied' and done.outcome = 'nothing_new' then 'applied' else done.outcome end
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ paymentId }) => paymentId)}::uuid[],
      ${column(({ outcome }) => outcome)}::text[]) as done (id, payment_id, outcome)
    where payment_event.id = done.id`);
}

/** Events that wait without a job, oldest first. They arrived before their payment was known. */
export async function listForgottenEvents(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: paymentEvent.id })
    .from(paymentEvent)
    .where(
      sql`${paymentEvent.processedAt} is null and ${paymentEvent.receivedAt} <= ${before} and not exists (
        select 1 from pgboss.job where singleton_key = ${paymentEvent.id}::text and state < 'completed')`,
    )
    .orderBy(asc(paymentEvent.receivedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}
