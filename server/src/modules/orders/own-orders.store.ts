import type { RequestStatus } from '@vialproof/contract/orders';
import { and, asc, desc, eq, gt, ilike, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type RequestRow, requestReader, testRequest } from './orders.tables.ts';

/**
 * The orders of a person and those of the person's groups. They are two queries, because OR could not use the indexes.
 */
const ownedOrRead = (userId: string) =>
  sql`${testRequest.id} IN (
    SELECT own.id FROM ${testRequest} own WHERE own.customer_id = ${userId}
    UNION SELECT reader.request_id FROM ${requestReader} reader WHERE reader.user_id = ${userId})`;

/** `q` searches number, compound, maker, batch and product. */
export type OrderFilter = { status?: RequestStatus | undefined; q?: string | undefined; skuIds?: string[] };

function matching(customerId: string, { status, q, skuIds = [] }: OrderFilter) {
  const pattern = q && `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    ownedOrRead(customerId),
    status && eq(testRequest.status, status),
    pattern
      ? or(
          ilike(sql`${testRequest.taskNumber}::text`, pattern),
          ilike(testRequest.compoundName, pattern),
          ilike(testRequest.manufacturer, pattern),
          ilike(testRequest.batchCode, pattern),
          skuIds.length > 0 ? inArray(testRequest.skuId, skuIds) : undefined,
        )
      : undefined,
  );
}

/** A page of the orders that a person may read, newest first. */
export function listOrdersOf(
  db: Queryable,
  customerId: string,
  { offset, limit, ...filter }: OrderFilter & { offset: number; limit: number },
): Promise<RequestRow[]> {
  return db
    .select()
    .from(testRequest)
    .where(matching(customerId, filter))
    .orderBy(desc(testRequest.createdAt), desc(testRequest.taskNumber))
    .limit(limit)
    .offset(offset);
}

export async function countOrdersOf(db: Queryable, customerId: string, filter: OrderFilter): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(testRequest)
    .where(matching(customerId, filter));
  return row?.n ?? 0;
}

/** Ids and task numbers of a person's own orders and of those that the person may read. */
export function listOwnTasks(db: Queryable, userId: string): Promise<{ id: string; taskNumber: number }[]> {
  return db
    .select({ id: testRequest.id, taskNumber: testRequest.taskNumber })
    .from(testRequest)
    .where(ownedOrRead(userId));
}

/** Task numbers of a person's unfinished orders. */
export async function listOpenTaskNumbers(db: Queryable, customerId: string): Promise<number[]> {
  const rows = await db
    .select({ taskNumber: testRequest.taskNumber })
    .from(testRequest)
    .where(and(ownedOrRead(customerId), notInArray(testRequest.status, ['complete', 'cancelled'])))
    .orderBy(desc(testRequest.createdAt), desc(testRequest.taskNumber));
  return rows.map(({ taskNumber }) => taskNumber);
}

/** A customer's orders that need a payment or a tracking number, the most urgent first. */
export function listWaitingFor(
  db: Queryable,
  customerId: string,
  now: Date,
  limit: number,
): Promise<RequestRow[]> {
  return db
    .select()
    .from(testRequest)
    .where(
      and(
        eq(testRequest.customerId, customerId),
        isNull(testRequest.groupTestId),
        or(
          and(inArray(testRequest.status, ['draft', 'pending_payment']), gt(testRequest.expiresAt, now)),
          and(eq(testRequest.status, 'awaiting_sample'), isNull(testRequest.sampleTrackingNumber)),
        ),
      ),
    )
    .orderBy(sql`${testRequest.expiresAt} ASC NULLS LAST`, asc(testRequest.taskNumber))
    .limit(limit);
}

export async function countOrdersByStatus(
  db: Queryable,
  customerId: string,
): Promise<Map<RequestStatus, number>> {
  const rows = await db
    .select({ status: testRequest.status, n: sql<number>`count(*)::int` })
    .from(testRequest)
    .where(ownedOrRead(customerId))
    .groupBy(testRequest.status);
  return new Map(rows.map((row) => [row.status, row.n]));
}
