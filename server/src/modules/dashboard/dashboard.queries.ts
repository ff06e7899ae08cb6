import type { Payment } from '@vialproof/contract/checkout';
import type { MyTest, MyTestDetail, RequestStatus, Stats, TestRequest } from '@vialproof/contract/orders';
import type { Pagination } from '@vialproof/contract/primitives';
import type { Viewer } from '../../platform/access.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { OwnFilter } from '../orders/orders.service.ts';
import { decisivePayment } from '../payments/payments.service.ts';
import { qrSvg } from './adapters/sample-labels.ts';
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
  const detail = {
    request,
    sku,
    result: (await ctx.results.findPublished(request.id)) ?? null,
    photos: await ctx.results.photosOf(request.id),
    retracted: await ctx.results.retractionOf(request.id),
    certificates: await ctx.certificates.issuedFor(order),
    raw_files: await ctx.certificates.rawFilesOf(request.id),
    registration: await ctx.registrations.ownRegistrationOf(viewer, request.id),
    payment_status: await paymentStatusOf(ctx, order.id),
    verify: UNVERIFIABLE.has(request.status) ? null : presentVerify(ctx, request),
    ship_to: { name: lab.name, address: lab.address },
    may_track: await mayTrack(ctx, viewer, order.id),
  };
  return { ...detail, open_sample: await openSampleOf(ctx, detail) };
}

/** Of a sample that waits for its first result: the working day that it is on. */
async function openSampleOf(
  { turnaround }: DashboardContext,
  { request, sku, retracted }: Pick<MyTestDetail, 'request' | 'sku' | 'retracted'>,
): Promise<MyTestDetail['open_sample']> {
  if (request.status !== 'received' || request.received_at === null || retracted) return null;
  return turnaround.findOpenSample({ skuId: sku.id, receivedAt: new Date(request.received_at) });
}

/** To others such an order does not exist. */
const UNVERIFIABLE = new Set<RequestStatus>(['draft', 'pending_payment', 'cancelled']);

/** In the fragment, so that neither logs nor referrers get the key. */
function presentVerify({ platform }: DashboardContext, { task_number, unique_key }: TestRequest) {
  const url = `${platform.publicUrl()}/verify#task=${task_number}&key=${unique_key}`;
  return { url, qr_svg: qrSvg(url) };
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

const NEEDS_SHOWN = 20;

/** The dashboard's counters, the five newest, and what waits for the viewer, the most urgent first. */
export async function readStats({ orders, groups }: DashboardContext, viewer: Viewer): Promise<Stats> {
  const [stats, ofOrders, ofGroups] = await Promise.all([
    orders.statsOf(viewer),
    orders.needsOf(viewer, NEEDS_SHOWN),
    groups.needsOf(viewer),
  ]);
  // What has no end comes last; texts of one form sort as the moments do.
  const needs = [...ofOrders, ...ofGroups].sort((one, other) =>
    (one.until ?? '9') < (other.until ?? '9') ? -1 : 1,
  );
  return { ...stats, needs: needs.slice(0, NEEDS_SHOWN) };
}

/** The viewer's billing rows, newest first. */
export const listPayments = ({ payments }: DashboardContext, viewer: Viewer): Promise<Payment[]> =>
  payments.listBilling(viewer.id);

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
