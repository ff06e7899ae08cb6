import { and, asc, count, desc, eq, gt, inArray, lt, min, or, type SQL, sql } from 'drizzle-orm';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type PaymentRow, payment, paymentRefund, type RefundRow } from './payments.tables.ts';
import { type Facts, factsOf, type Subject } from './rules/payment-facts.ts';
import type { PaymentAbout } from './rules/payment-of-event.ts';

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

/** Finds a payment by the provider's session id. */
export function findPaymentOfSession(db: Queryable, sessionId: string): Promise<PaymentRow | undefined> {
  return findPaymentWhere(db, eq(payment.providerSessionId, sessionId));
}

/** All payments that these reports may be about. */
export async function findPaymentsAbout(db: Queryable, all: PaymentAbout[]): Promise<PaymentRow[]> {
  const given = (pick: (about: PaymentAbout) => string | null) => all.flatMap((about) => pick(about) || []);
  const sessionIds = given(({ sessionId }) => sessionId);
  const movementIds = given(({ providerPaymentId }) => providerPaymentId);
  const ids = given(({ paymentId }) => paymentId).filter(isUuid);
  if (sessionIds.length + movementIds.length + ids.length === 0) return [];
  return db
    .select()
    .from(payment)
    .where(
      or(
        sessionIds.length > 0 ? inArray(payment.providerSessionId, sessionIds) : undefined,
        movementIds.length > 0 ? inArray(payment.providerPaymentId, movementIds) : undefined,
        ids.length > 0 ? inArray(payment.id, ids) : undefined,
      ),
    );
}

export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const [row] = await tx.select().from(payment).where(eq(payment.id, id)).for('update');
  if (!row) throw new Error(`there is no payment ${id}`);
  return row;
}

export function listPayments(db: Queryable, ids: string[]): Promise<PaymentRow[]> {
  return db.select().from(payment).where(inArray(payment.id, ids));
}

/** Locks payments in the order of their ids, so that two transactions never wait for each other. */
export function lockPayments(tx: Tx, ids: string[]): Promise<PaymentRow[]> {
  return tx.select().from(payment).where(inArray(payment.id, ids)).orderBy(asc(payment.id)).for('update');
}

/** Writes what the providers reported to locked payments. */
export async function writePayments(tx: Tx, rows: PaymentRow[]): Promise<void> {
  const changes = rows.map((row) => ({
    id: row.id,
    status: row.status,
    received_cents: row.receivedCents,
    received_currency: row.receivedCurrency,
    refunded_cents: row.refundedCents,
    dispute: row.dispute,
    provider_session_id: row.providerSessionId,
    provider_payment_id: row.providerPaymentId,
    failure_reason: row.failureReason,
    transaction_hash: row.transactionHash,
    settled_at: row.settledAt,
    decision: row.decision,
    decision_since: row.decisionSince,
    updated_at: row.updatedAt,
  }));
  await tx.execute(sql`
    update payment set status = new.status, received_cents = new.received_cents, received_currency = new.received_currency,
      refunded_cents = new.refunded_cents, dispute = new.dispute, provider_session_id = new.provider_session_id,
      provider_payment_id = new.provider_payment_id, failure_reason = new.failure_reason,
      transaction_hash = new.transaction_hash, settled_at = new.settled_at, decision = new.decision,
      decision_since = new.decision_since, updated_at = new.updated_at
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as new (id uuid, status text, received_cents integer,
      received_currency text, refunded_cents integer, dispute text, provider_session_id text, provider_payment_id text,
      failure_reason text, transaction_hash text, settled_at timestamptz, decision text, decision_since timestamptz,
      updated_at timestamptz)
    where payment.id = new.id`);
}

/** Locks what is paid for, so that its payment pages open one after another. */
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

export function listPaymentsOfSubjects(
  db: Queryable,
  kind: Subject['kind'],
  ids: string[],
): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payment)
    .where(and(sql`${payment.subjectKind} = ${kind}`, inArray(payment.subjectId, ids)))
    .orderBy(desc(payment.createdAt), desc(payment.id));
}

/** A page of payments after the id `afterId`. */
export function listPaymentsAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<PaymentRow[]> {
  return tx
    .select()
    .from(payment)
    .where(afterId ? gt(payment.id, afterId) : undefined)
    .orderBy(asc(payment.id))
    .limit(limit);
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
 * Payments about which the provider should be asked now: after two minutes, then less and less often, and when the page
 * has expired.
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

/** The number of payments that may still change, and the time of the oldest. */
export async function countUnsettled(db: Queryable): Promise<{ count: number; oldest: Date | undefined }> {
  const [row] = await db
    .select({ count: count(), oldest: min(payment.createdAt) })
    .from(payment)
    .where(inArray(payment.status, ['pending', 'processing']));
  return { count: row?.count ?? 0, oldest: row?.oldest ?? undefined };
}

export async function insertRefund(tx: Tx, row: RefundRow): Promise<void> {
  await tx.insert(paymentRefund).values(row);
}

export async function updateRefund(tx: Tx, id: string, change: Partial<RefundRow>): Promise<void> {
  await tx.update(paymentRefund).set(change).where(eq(paymentRefund.id, id));
}

/** Stores when a refund was last tried, so that others come first. */
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

export function listRefundsOf(db: Queryable, paymentIds: string[]): Promise<RefundRow[]> {
  return db.select().from(paymentRefund).where(inArray(paymentRefund.paymentId, paymentIds));
}

/** Unfinished refunds that were not tried since `before`. */
export function listStuckRefunds(db: Queryable, before: Date): Promise<RefundRow[]> {
  return db
    .select()
    .from(paymentRefund)
    .where(and(inArray(paymentRefund.status, ['requested', 'pending']), lt(paymentRefund.updatedAt, before)))
    .limit(50);
}

/** A payment with its refunds. */
export async function readFacts(db: Queryable, row: PaymentRow): Promise<Facts> {
  return factsOf(row, await listRefunds(db, row.id));
}

/** Deletes the payer's address from payments and stored events. */
export async function forgetPayer(tx: Tx, customerId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE payment_event SET payload = replace(payment_event.payload, payment.customer_email, '')
    FROM payment
    WHERE payment_event.payment_id = payment.id AND payment.customer_id = ${customerId} AND payment.customer_email <> ''`);
  await tx.execute(sql`UPDATE payment SET customer_email = '' WHERE customer_id = ${customerId}`);
}
