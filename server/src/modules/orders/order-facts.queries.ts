import type { Queryable } from '../../platform/postgres/database.ts';
import {
  findNewestTask,
  findPaidTask,
  listOrderedSkus,
  listReceivedTasks,
  listTasksOfCustomer,
  listTasksOfRequests,
  listWordsOf,
} from './order-facts.store.ts';
import type { OrdersContext } from './orders.service.ts';
import { findOrderByTask } from './orders.store.ts';

// Queries of other modules about many orders at once.

/** What customers wrote about the samples of these orders, by task number. */
export const listStatedWords = (_ctx: OrdersContext, db: Queryable, ids: string[]) => listWordsOf(db, ids);

/** Which of these tests were ever ordered. */
export async function findOrderedSkus(
  _ctx: OrdersContext,
  db: Queryable,
  skuIds: string[],
): Promise<Set<string>> {
  return new Set(await listOrderedSkus(db, skuIds));
}

/** The paid request with this task number, for verification. */
export const findVerifiable = ({ platform }: OrdersContext, taskNumber: number) =>
  findPaidTask(platform.db.pool, taskNumber);

/** The highest task number; undefined without an order. */
export const newestTaskNumber = (_: OrdersContext, db: Queryable) => findNewestTask(db);

/** The id of the request with a task number. */
export async function findRequestId(
  { platform }: OrdersContext,
  taskNumber: number,
): Promise<string | undefined> {
  return (await findOrderByTask(platform.db.orm, taskNumber))?.id;
}

/** The task numbers of these requests, by their ids. */
export async function findTaskNumbers(
  _ctx: OrdersContext,
  db: Queryable,
  requestIds: Iterable<string>,
): Promise<Map<string, number>> {
  const tasks = await listTasksOfRequests(db, [...new Set(requestIds)]);
  return new Map(tasks.map(({ id, taskNumber }) => [id, taskNumber]));
}

/** Ids and task numbers of a customer's orders, by task number. */
export const listOrderedTasks = (_ctx: OrdersContext, db: Queryable, customerId: string) =>
  listTasksOfCustomer(db, customerId);

/** A page of the received samples after the task number `after`. */
export const listReceivedSamples = (
  _ctx: OrdersContext,
  db: Queryable,
  { after, limit }: { after: number; limit: number },
) => listReceivedTasks(db, after, limit);
