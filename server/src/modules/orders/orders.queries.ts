import type { Need, Order, OrderSummary, RequestStatus, Stats } from '@vialproof/contract/orders';
import type { Pagination } from '@vialproof/contract/primitives';
import { notOwnOrder, ownerOnly, type Viewer } from '../../platform/access.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { listSold, selectSkus } from '../catalog/catalog.service.ts';
import { presentNeed, presentOrder, presentSummary } from './orders.presenter.ts';
import type { OrdersContext } from './orders.service.ts';
import {
  findOrderByTask,
  findOrder as findRow,
  hasEvent,
  listReaders,
  listTasks,
  listTimeline,
  lockOrder,
} from './orders.store.ts';
import type { RequestRow } from './orders.tables.ts';
import {
  countOrdersByStatus,
  countOrdersOf,
  listOrdersOf,
  listOwnTasks,
  listWaitingFor,
} from './own-orders.store.ts';

export type OwnFilter = {
  q?: string | undefined;
  status?: RequestStatus | undefined;
  page: number;
  limit: number;
};

/** An order; undefined for an unknown or wrong id. */
export async function findOrder(ctx: OrdersContext, id: string, tx?: Tx): Promise<RequestRow | undefined> {
  return isUuid(id) ? findRow(tx ?? ctx.platform.db.orm, id) : undefined;
}

/** An order; throws when it is missing. */
export async function selectOrder(ctx: OrdersContext, id: string, tx?: Tx): Promise<RequestRow> {
  const row = await findRow(tx ?? ctx.platform.db.orm, id);
  if (!row) throw new Error(`request ${id} is missing`);
  return row;
}

/** Reads an order and locks it until `tx` ends. */
export async function lockOrderForChange(_ctx: OrdersContext, tx: Tx, id: string): Promise<RequestRow> {
  const row = await lockOrder(tx, id);
  if (!row) throw new Error(`request ${id} is missing`);
  return row;
}

/** Whether the order ever had a published result. */
export async function wasPublished(
  _ctx: OrdersContext,
  db: Queryable,
  row: Pick<RequestRow, 'id' | 'status'>,
): Promise<boolean> {
  return row.status === 'complete' || hasEvent(db, row.id, 'completed');
}

/** An order, if it belongs to the viewer. Refusal: `not_found`. */
export async function findOwnOrder(
  ctx: OrdersContext,
  viewer: Viewer,
  id: string,
): Promise<RequestRow | Refusal> {
  const row = await findOrder(ctx, id);
  return row ? (ownerOnly(viewer, row.customerId) ?? row) : refuse('not_found');
}

/**
 * An order for staff, by id or task number, locked with `tx`. Staff may not work on a test that they ordered
 * themselves. Refusals: `not_found`, `own_order`. Every call of the laboratory about a request starts with this, or
 * with `findOrderEvenOwn`.
 */
export async function findOrderForStaff(
  ctx: OrdersContext,
  viewer: Viewer,
  idOrTask: string,
  tx?: Tx,
): Promise<RequestRow | Refusal> {
  const row = await findOrderEvenOwn(ctx, idOrTask, tx);
  return isRefusal(row) ? row : ((await refuseOwnOrder(ctx, viewer, row, tx)) ?? row);
}

/** As `findOrderForStaff`, for calls in which staff may see their own test as its customer. */
export async function findOrderEvenOwn(
  ctx: OrdersContext,
  idOrTask: string,
  tx?: Tx,
): Promise<RequestRow | Refusal> {
  const { orm } = ctx.platform.db;
  const byTask = /^\d{1,15}$/.test(idOrTask) ? await findOrderByTask(tx ?? orm, Number(idOrTask)) : undefined;
  const id = byTask?.id ?? (isUuid(idOrTask) ? idOrTask : undefined);
  if (!id) return refuse('not_found');
  const row = tx ? await lockOrder(tx, id) : (byTask ?? (await findRow(orm, id)));
  return row ?? refuse('not_found');
}

/** Which of these numbers are task numbers. */
export async function findTasks(
  _ctx: OrdersContext,
  db: Queryable,
  taskNumbers: number[],
): Promise<Set<number>> {
  return new Set(await listTasks(db, taskNumbers));
}

/** Whether a person may read the order: its owner, or a paying member of its group. */
export async function isOrderReader(
  ctx: OrdersContext,
  userId: string,
  row: Pick<RequestRow, 'id' | 'customerId' | 'groupTestId'>,
  tx?: Tx,
): Promise<boolean> {
  if (row.customerId === userId) return true;
  return row.groupTestId !== null && (await orderReadersOf(ctx, row.id, tx)).includes(userId);
}

/** The members of the group who paid for the order. */
export function orderReadersOf(ctx: OrdersContext, requestId: string, tx?: Tx): Promise<string[]> {
  return listReaders(tx ?? ctx.platform.db.orm, requestId);
}

/** Refuses with `own_order` if the person ordered this test, alone or in a group. */
export async function refuseOwnOrder(
  ctx: OrdersContext,
  viewer: Viewer,
  row: RequestRow,
  tx?: Tx,
): Promise<Refusal | undefined> {
  return (await isOrderReader(ctx, viewer.id, row, tx))
    ? refuse('own_order')
    : notOwnOrder(viewer, row.customerId);
}

/** The orders that a person may read as a customer. */
export function ownTasks(
  { platform }: OrdersContext,
  userId: string,
): Promise<{ id: string; taskNumber: number }[]> {
  return listOwnTasks(platform.db.orm, userId);
}

/** Whether a person may read this order as a customer. */
export async function isOwnOrder(ctx: OrdersContext, userId: string, requestId: string): Promise<boolean> {
  const row = await findOrder(ctx, requestId);
  return row !== undefined && isOrderReader(ctx, userId, row);
}

/** An order with its test and timeline, for its owner. */
export async function describeOrder(ctx: OrdersContext, row: RequestRow): Promise<Order> {
  const sku = await skuOf(ctx, row);
  return presentOrder(row, sku, await listTimeline(ctx.platform.db.orm, row.id));
}

export async function orderTimelineOf(ctx: OrdersContext, row: RequestRow): Promise<Order['timeline']> {
  return (await describeOrder(ctx, row)).timeline;
}

/** The test that was ordered. */
export async function skuOf({ catalog }: OrdersContext, row: Pick<RequestRow, 'skuId'>, tx?: Tx) {
  return (await selectSkus(catalog, [row.skuId], tx))(row.skuId);
}

/** An order for its owner, or for a member of its group. Refusal: `not_found`. */
export async function selectOwnOrder(
  ctx: OrdersContext,
  viewer: Viewer,
  id: string,
): Promise<Order | Refusal> {
  const row = await findOrder(ctx, id);
  if (!row || !(await isOrderReader(ctx, viewer.id, row))) return refuse('not_found');
  return describeOrder(ctx, row);
}

/** A page of the viewer's orders, newest first. `q` searches their texts. */
export async function listOwnOrders(
  ctx: OrdersContext,
  viewer: Viewer,
  { page, limit, ...filter }: OwnFilter,
): Promise<{ orders: OrderSummary[]; pagination: Pagination }> {
  const { orm } = ctx.platform.db;
  const needle = filter.q?.toLowerCase();
  const sold = needle ? await listSold(ctx.catalog) : [];
  const skuIds = sold.filter((sku) => sku.name.toLowerCase().includes(needle ?? '')).map((sku) => sku.id);
  const wanted = { ...filter, skuIds };
  const [rows, total] = await Promise.all([
    listOrdersOf(orm, viewer.id, { ...wanted, offset: (page - 1) * limit, limit }),
    countOrdersOf(orm, viewer.id, wanted),
  ]);
  return { orders: await summarise(ctx, rows), pagination: { page, limit, total } };
}

/** The number of orders in each status, and the five newest. */
export async function orderStatsOf(ctx: OrdersContext, viewer: Viewer): Promise<Omit<Stats, 'needs'>> {
  const { orm } = ctx.platform.db;
  const counts = await countOrdersByStatus(orm, viewer.id);
  const sum = (...statuses: RequestStatus[]) =>
    statuses.reduce((n, status) => n + (counts.get(status) ?? 0), 0);
  const recent = await summarise(ctx, await listOrdersOf(orm, viewer.id, { offset: 0, limit: 5 }));
  return {
    active: sum('paid', 'awaiting_sample', 'received'),
    awaiting_payment: sum('draft', 'pending_payment'),
    complete: sum('complete'),
    recent: recent.map(({ id, sku, task_number, status }) => ({
      id,
      sku_name: sku.name,
      task_number,
      status,
    })),
  };
}

/** The viewer's orders that need a payment or a vial, the most urgent first. */
export async function orderNeedsOf(ctx: OrdersContext, viewer: Viewer, limit: number): Promise<Need[]> {
  const { db, clock } = ctx.platform;
  const rows = await listWaitingFor(db.orm, viewer.id, clock.now(), limit);
  const skuOfId = await selectSkus(
    ctx.catalog,
    rows.map((row) => row.skuId),
  );
  return rows.map((row) => presentNeed(row, skuOfId(row.skuId)));
}

/** The reminder that an unpaid order will end soon. Undefined if none was sent. */
export async function reminderBeforeExpiry(ctx: OrdersContext, id: string): Promise<number | undefined> {
  const timeline = await listTimeline(ctx.platform.db.orm, id);
  const expired = timeline.findLast(({ kind }) => kind === 'expired');
  if (expired?.fromStatus !== 'draft') return undefined;
  return timeline.find(({ kind }) => kind === 'reminded')?.id;
}

async function summarise({ catalog }: OrdersContext, rows: RequestRow[]): Promise<OrderSummary[]> {
  const skuOfId = await selectSkus(
    catalog,
    rows.map((row) => row.skuId),
  );
  return rows.map((row) => presentSummary(row, skuOfId(row.skuId)));
}
