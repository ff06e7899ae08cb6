import type { EventOutcome } from '@vialproof/contract/webhooks';
import { and, asc, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { ProviderName, Subject } from './payments.rules.ts';
import {
  type EventRow,
  ledgerEntry,
  type PaymentRow,
  payment,
  paymentEvent,
  paymentRefund,
  type RefundRow,
} from './payments.tables.ts';

// payments -------------------------------------------------------------------------------------------

export async function insertPayment(tx: Tx, row: typeof payment.$inferInsert): Promise<PaymentRow> {
  const [inserted] = await tx.insert(payment).values(row).returning();
  if (!inserted) throw new Error('the payment was not written');
  return inserted;
}

export async function updatePayment(db: Queryable, id: string, change: Partial<PaymentRow>): Promise<void> {
  await db.update(payment).set(change).where(eq(payment.id, id));
}

async function findPaymentWhere(db: Queryable, condition: SQL): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payment).where(condition).limit(1);
  return row;
}

export function findPayment(db: Queryable, id: string): Promise<PaymentRow | undefined> {
  return findPaymentWhere(db, eq(payment.id, id));
}

/** By the provider's session id. */
export function findPaymentOfSession(db: Queryable, sessionId: string): Promise<PaymentRow | undefined> {
  return findPaymentWhere(db, eq(payment.providerSessionId, sessionId));
}

/** By the provider's id of the money's movement (Stripe: the payment intent). */
export function findPaymentOfMovement(
  db: Queryable,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  return findPaymentWhere(
    db,
    sql`${payment.provider} = ${provider} and ${payment.providerPaymentId} = ${providerPaymentId}`,
  );
}

export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const [row] = await tx.select().from(payment).where(eq(payment.id, id)).for('update');
  if (!row) throw new Error(`there is no payment ${id}`);
  return row;
}

/** Makes everything that opens pages for one subject wait for its turn. */
export async function lockSubject(tx: Tx, subject: Subject): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`payment:${subject.kind}:${subject.id}`}, 0))`,
  );
}

export function listPaymentsOfSubject(db: Queryable, subject: Subject): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payment)
    .where(and(eq(payment.subjectKind, subject.kind), eq(payment.subjectId, subject.id)))
    .orderBy(desc(payment.createdAt), desc(payment.id));
}

export function listPaymentsOfCustomer(db: Queryable, customerId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payment)
    .where(eq(payment.customerId, customerId))
    .orderBy(desc(payment.createdAt), desc(payment.id))
    .limit(500);
}

/**
 * Payments without an end whose turn it is to be asked about: after two minutes, then ever more rarely
 * (a tenth of their age), and at once when their page is over.
 */
export async function listPaymentsToCheck(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const lastLook = sql`coalesce(${payment.checkedAt}, ${payment.createdAt})`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await db
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        inArray(payment.status, ['pending', 'processing']),
        or(
          sql`${lastLook} < ${at} - greatest(interval '2 minutes', (${at} - ${payment.createdAt}) / 10)`,
          and(eq(payment.status, 'pending'), lt(payment.expiresAt, now)),
        ),
      ),
    )
    .orderBy(asc(lastLook))
    .limit(limit);
  return rows.map((row) => row.id);
}

// refunds --------------------------------------------------------------------------------------------

export async function insertRefund(tx: Tx, row: RefundRow): Promise<void> {
  await tx.insert(paymentRefund).values(row);
}

export async function updateRefund(tx: Tx, id: string, change: Partial<RefundRow>): Promise<void> {
  await tx.update(paymentRefund).set(change).where(eq(paymentRefund.id, id));
}

/** Puts a refund to the end of the queue of those that wait. */
export async function touchRefund(db: Queryable, id: string, at: Date): Promise<void> {
  await db.update(paymentRefund).set({ updatedAt: at }).where(eq(paymentRefund.id, id));
}

export async function findRefund(db: Queryable, id: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(paymentRefund).where(eq(paymentRefund.id, id));
  return row;
}

export function listRefunds(db: Queryable, paymentId: string): Promise<RefundRow[]> {
  return db.select().from(paymentRefund).where(eq(paymentRefund.paymentId, paymentId));
}

/** Refunds whose end is unknown and that nobody touched since `before`. */
export function listStuckRefunds(db: Queryable, before: Date): Promise<RefundRow[]> {
  return db
    .select()
    .from(paymentRefund)
    .where(and(inArray(paymentRefund.status, ['requested', 'pending']), lt(paymentRefund.updatedAt, before)))
    .limit(50);
}

// events ---------------------------------------------------------------------------------------------

export type NewEvent = Omit<EventRow, 'paymentId' | 'processedAt' | 'outcome' | 'replays'>;

/** Stores each event once; answers the ids of those that were not there already. */
export async function insertEvents(tx: Tx, rows: NewEvent[]): Promise<string[]> {
  // In one order whoever writes: two processes with the same events then wait for each other in turn, never in a circle.
  const ordered = rows.toSorted((a, b) => (a.providerEventId < b.providerEventId ? -1 : 1));
  const column = (pick: (row: NewEvent) => unknown) => sql.param(ordered.map(pick));
  // Arrays, so that the statement is the same however many there are.
  const { rows: stored } = await tx.execute<{ id: string }>(sql`
    insert into payment_event (id, provider, provider_event_id, type, payload, received_at)
    select * from unnest(${column((row) => row.id)}::uuid[], ${column((row) => row.provider)}::text[],
      ${column((row) => row.providerEventId)}::text[], ${column((row) => row.type)}::text[],
      ${column((row) => row.payload)}::text[], ${column((row) => row.receivedAt.toISOString())}::timestamptz[])
    on conflict (provider, provider_event_id) do nothing returning id`);
  return stored.map(({ id }) => id);
}

export async function findEvent(db: Queryable, id: string): Promise<EventRow | undefined> {
  const [row] = await db.select().from(paymentEvent).where(eq(paymentEvent.id, id));
  return row;
}

export async function closeEvent(
  db: Queryable,
  id: string,
  end: { paymentId: string | null; processedAt: Date; outcome: EventOutcome },
): Promise<void> {
  await db.update(paymentEvent).set(end).where(eq(paymentEvent.id, id));
}

/** Events that were stored before `before` and never worked through. */
export async function listOpenEvents(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: paymentEvent.id })
    .from(paymentEvent)
    .where(and(isNull(paymentEvent.processedAt), lt(paymentEvent.receivedAt, before)))
    .orderBy(asc(paymentEvent.receivedAt))
    .limit(100);
  return rows.map((row) => row.id);
}

// ledger ---------------------------------------------------------------------------------------------

export async function insertLedger(tx: Tx, rows: (typeof ledgerEntry.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(ledgerEntry).values(rows);
}
