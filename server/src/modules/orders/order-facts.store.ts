import { and, asc, eq, gt, inArray, isNotNull, max, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type RequestRow, testRequest } from './orders.tables.ts';

// Queries of other modules about many orders at once.

type RequestTask = Pick<RequestRow, 'id' | 'taskNumber'>;

/** Ids and task numbers of these requests, by task number. */
export function listTasksOfRequests(db: Queryable, ids: string[]): Promise<RequestTask[]> {
  return listRequestTasks(db, inArray(testRequest.id, ids));
}

/** Ids and task numbers of a customer's orders. */
export function listTasksOfCustomer(db: Queryable, customerId: string): Promise<RequestTask[]> {
  return listRequestTasks(db, eq(testRequest.customerId, customerId));
}

/** A page of the received samples after the task number `after`. */
export function listReceivedTasks(db: Queryable, after: number, limit: number): Promise<RequestTask[]> {
  const isNext = and(isNotNull(testRequest.receivedAt), gt(testRequest.taskNumber, after));
  return listRequestTasks(db, isNext).limit(limit);
}

function listRequestTasks(db: Queryable, where: SQL | undefined) {
  return db
    .select({ id: testRequest.id, taskNumber: testRequest.taskNumber })
    .from(testRequest)
    .where(where)
    .orderBy(asc(testRequest.taskNumber));
}

export type StatedWords = Pick<
  RequestRow,
  'id' | 'status' | 'visibility' | 'manufacturer' | 'batchCode' | 'compoundName'
>;

/** What customers wrote about the samples of these requests, by task number. */
export function listWordsOf(db: Queryable, ids: string[]): Promise<StatedWords[]> {
  const { id, status, visibility, manufacturer, batchCode, compoundName } = testRequest;
  return db
    .select({ id, status, visibility, manufacturer, batchCode, compoundName })
    .from(testRequest)
    .where(inArray(id, ids))
    .orderBy(asc(testRequest.taskNumber));
}

/** The highest task number; undefined without an order. */
export async function findNewestTask(db: Queryable): Promise<number | undefined> {
  const [row] = await db.select({ newest: max(testRequest.taskNumber) }).from(testRequest);
  return row?.newest ?? undefined;
}

/** Which of these tests were ever ordered. */
export async function listOrderedSkus(db: Queryable, skuIds: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT asked.id FROM unnest(${sql.param(skuIds)}::uuid[]) AS asked(id)
    WHERE EXISTS (SELECT FROM test_request r WHERE r.sku_id = asked.id)`);
  return rows.map(({ id }) => id);
}

export type VerifiableRequest = Pick<
  RequestRow,
  | 'id'
  | 'taskNumber'
  | 'uniqueKey'
  | 'visibility'
  | 'status'
  | 'skuId'
  | 'receivedAt'
  | 'customerId'
  | 'groupTestId'
  | 'valuesOpenSince'
>;

/** The paid request with this task number, for verification. */
export async function findPaidTask(
  pool: pg.Pool,
  taskNumber: number,
): Promise<VerifiableRequest | undefined> {
  const { rows } = await pool.query<VerifiableRequest>({
    name: 'orders_find_paid_task',
    text: `
      SELECT id, task_number AS "taskNumber", unique_key AS "uniqueKey", visibility, status, sku_id AS "skuId",
        received_at AS "receivedAt", customer_id AS "customerId", group_test_id AS "groupTestId",
        values_open_since AS "valuesOpenSince"
      FROM test_request WHERE task_number = $1 AND status IN ('paid', 'awaiting_sample', 'received', 'complete')`,
    values: [taskNumber],
  });
  return rows[0];
}
