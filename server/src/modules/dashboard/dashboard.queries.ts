import type { MyTest, MyTestDetail } from '@vialproof/contract/orders';
import type { Pagination } from '@vialproof/contract/primitives';
import type { Viewer } from '../../platform/access.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { OwnFilter } from '../orders/orders.service.ts';
import { decisivePayment } from '../payments/payments.service.ts';
import type { DashboardContext } from './dashboard.context.ts';

/** A test that the viewer may read, with its result, certificates and payment side by side. Refuses `not_found`. */
export async function readTest(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
): Promise<MyTestDetail | Refusal> {
  const { lab } = ctx.platform.config;
  const order = await ctx.orders.selectOwn(viewer, id);
  if (isRefusal(order)) return order;
  const { sku, ...request } = order;
  return {
    request,
    sku,
    result: (await ctx.results.findPublished(request.id)) ?? null,
    photos: await ctx.results.photosOf(request.id),
    retracted: await ctx.results.retractionOf(request.id),
    certificates: await ctx.certificates.issuedFor(order),
    payment_status: await paymentStatusOf(ctx, order.id),
    ship_to: { name: lab.name, address: lab.address },
    may_track: await mayTrack(ctx, viewer, order.id),
  };
}

/** A page of the tests that the viewer may read, newest first, with the titles of their results. */
export async function listTests(
  { orders, results }: DashboardContext,
  viewer: Viewer,
  filter: OwnFilter,
): Promise<{ items: MyTest[]; pagination: Pagination }> {
  const mine = await orders.listOwn(viewer, filter);
  const titles = await results.findTitles(mine.orders.map((request) => request.id));
  const items = mine.orders.map((request) => {
    const title = titles.get(request.id);
    return { ...request, result: title === undefined ? null : { title } };
  });
  return { items, pagination: mine.pagination };
}

/** Whether the viewer sends a group's vial; who sends it need not have paid for it. */
export async function isSender(
  { groups }: DashboardContext,
  viewer: Viewer,
  request: { id: string; groupTestId: string | null },
): Promise<boolean> {
  return request.groupTestId !== null && (await groups.senderOf(request.id)) === viewer.id;
}

async function paymentStatusOf(
  { payments }: DashboardContext,
  id: string,
): Promise<MyTestDetail['payment_status']> {
  return decisivePayment(await payments.paymentsFor({ kind: 'order', id }))?.status ?? null;
}

async function mayTrack(ctx: DashboardContext, viewer: Viewer, id: string): Promise<boolean> {
  const request = await ctx.orders.select(id);
  if (request.status !== 'awaiting_sample') return false;
  return request.customerId === viewer.id || isSender(ctx, viewer, request);
}
