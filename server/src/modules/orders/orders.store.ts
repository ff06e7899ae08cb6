import { and, asc, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type RequestEventRow,
  type RequestRow,
  requestEvent,
  requestReader,
  testRequest,
} from './orders.tables.ts';

type NewRequest = Pick<
  RequestRow,
  | 'id'
  | 'uniqueKey'
  | 'customerId'
  | 'skuId'
  | 'paymentMethod'
  | 'basePriceCents'
  | 'finalPriceCents'
  | 'expiresAt'
  | 'createdAt'
> &
  Partial<Pick<RequestRow, 'groupTestId' | 'visibility'>>;
type NewEvent = Omit<RequestEventRow, 'id'>;

/** Inserts a draft with a new task number. */
export async function insertOrder(tx: Tx, row: NewRequest): Promise<RequestRow> {
  const [inserted] = await tx
    .insert(testRequest)
    .values({
      visibility: 'private',
      ...row,
      taskNumber: sql`nextval('task_number_seq')`,
      quantity: 1,
      status: 'draft',
      publicDiscountPercent: 0,
      currency: 'usd',
      updatedAt: row.createdAt,
    })
    .returning();
  if (!inserted) throw new Error('the order was not inserted');
  return inserted;
}

/** How many drafts a customer has, and when orders were created. Other new orders of this customer must wait. */
export async function lockCreations(
  tx: Tx,
  customerId: string,
  since: Date,
): Promise<{ drafts: number; recent: Date[] }> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`orders of ${customerId}`}, 0))`);
  const rows = await tx
    .select({ status: testRequest.status, createdAt: testRequest.createdAt })
    .from(testRequest)
    .where(
      and(
        eq(testRequest.customerId, customerId),
        isNull(testRequest.groupTestId),
        or(eq(testRequest.status, 'draft'), gt(testRequest.createdAt, since)),
      ),
    );
  return {
    drafts: rows.filter(({ status }) => status === 'draft').length,
    recent: rows.map(({ createdAt }) => createdAt).filter((at) => at > since),
  };
}

/** Locks the order. Every change does this first, so that changes come one after another. */
export async function lockOrder(tx: Tx, id: string): Promise<RequestRow | undefined> {
  const [row] = await tx.select().from(testRequest).where(eq(testRequest.id, id)).for('no key update');
  return row;
}

/** Locks several orders in the order of their ids, so that two transactions never wait for each other. */
export function lockOrders(tx: Tx, ids: string[]): Promise<RequestRow[]> {
  return tx
    .select()
    .from(testRequest)
    .where(inArray(testRequest.id, ids))
    .orderBy(asc(testRequest.id))
    .for('no key update');
}

export async function findOrder(db: Queryable, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(testRequest).where(eq(testRequest.id, id));
  return row;
}

export async function listOrders(db: Queryable, ids: string[]): Promise<RequestRow[]> {
  return ids.length === 0 ? [] : db.select().from(testRequest).where(inArray(testRequest.id, ids));
}

export async function findOrderByTask(db: Queryable, taskNumber: number): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(testRequest).where(eq(testRequest.taskNumber, taskNumber));
  return row;
}

/** Which of these numbers are task numbers. */
export async function listTasks(db: Queryable, taskNumbers: number[]): Promise<number[]> {
  if (taskNumbers.length === 0) return [];
  const rows = await db
    .select({ taskNumber: testRequest.taskNumber })
    .from(testRequest)
    .where(inArray(testRequest.taskNumber, taskNumbers));
  return rows.map(({ taskNumber }) => taskNumber);
}

export async function insertReaders(tx: Tx, requestId: string, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ requestId, userId }));
  await tx.insert(requestReader).values(rows).onConflictDoNothing();
}

export async function listReaders(db: Queryable, requestId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: requestReader.userId })
    .from(requestReader)
    .where(eq(requestReader.requestId, requestId));
  return rows.map(({ userId }) => userId);
}

export async function updateOrder(tx: Tx, id: string, change: Partial<RequestRow>): Promise<RequestRow> {
  const [row] = await tx.update(testRequest).set(change).where(eq(testRequest.id, id)).returning();
  if (!row) throw new Error(`request ${id} is missing`);
  return row;
}

/** Inserts rows of the timeline. Returns their ids in the order of `events`. */
export async function insertTimeline(tx: Tx, events: NewEvent[]): Promise<number[]> {
  const rows = await tx.insert(requestEvent).values(events).returning({ id: requestEvent.id });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/**
 * What was done with this vial of a parcel, if it was handled before. The vial is locked, because another request may
 * handle it.
 */
export async function findIntakeItem(tx: Tx, intakeItem: string): Promise<RequestEventRow | undefined> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${intakeItem}, 0))`);
  const [row] = await tx.select().from(requestEvent).where(eq(requestEvent.intakeItem, intakeItem));
  return row;
}

/** The timeline of an order, oldest first. */
export function listTimeline(db: Queryable, requestId: string): Promise<RequestEventRow[]> {
  return db
    .select()
    .from(requestEvent)
    .where(eq(requestEvent.requestId, requestId))
    .orderBy(asc(requestEvent.id));
}

/** Whether the timeline of an order has an event of this kind. */
export async function hasEvent(db: Queryable, requestId: string, kind: string): Promise<boolean> {
  const [row] = await db
    .select({ id: requestEvent.id })
    .from(requestEvent)
    .where(and(eq(requestEvent.requestId, requestId), eq(requestEvent.kind, kind)))
    .limit(1);
  return row !== undefined;
}

/** The next 200 unpaid orders after `afterId` whose time is over. */
export function listExpired(db: Queryable, now: Date, afterId: string | undefined): Promise<RequestRow[]> {
  return db
    .select()
    .from(testRequest)
    .where(
      and(
        inArray(testRequest.status, ['draft', 'pending_payment']),
        lt(testRequest.expiresAt, now),
        afterId ? gt(testRequest.id, afterId) : undefined,
      ),
    )
    .orderBy(asc(testRequest.id))
    .limit(200);
}

/** The next 200 drafts whose time is over before `until` and which have no reminder. */
export function listToRemind(
  db: Queryable,
  now: Date,
  until: Date,
  afterId: string | undefined,
): Promise<RequestRow[]> {
  return db
    .select()
    .from(testRequest)
    .where(
      and(
        eq(testRequest.status, 'draft'),
        gt(testRequest.expiresAt, now),
        lt(testRequest.expiresAt, until),
        afterId ? gt(testRequest.id, afterId) : undefined,
        notExists(
          db
            .select({ id: requestEvent.id })
            .from(requestEvent)
            .where(and(eq(requestEvent.requestId, testRequest.id), eq(requestEvent.kind, 'reminded'))),
        ),
      ),
    )
    .orderBy(asc(testRequest.id))
    .limit(200);
}

/** A page of orders after the id `afterId`, in a form for which PostgreSQL uses an index. */
export function listOrdersAfter(
  db: Queryable,
  afterId: string | undefined,
  limit: number,
): Promise<RequestRow[]> {
  return db
    .select()
    .from(testRequest)
    .where(afterId ? gt(testRequest.id, afterId) : undefined)
    .orderBy(asc(testRequest.id))
    .limit(limit);
}
