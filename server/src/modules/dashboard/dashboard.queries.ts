import type { Payment } from '@vialproof/contract/checkout';
import type { MyTest, MyTestDetail, RequestStatus, Stats, TestRequest } from '@vialproof/contract/orders';
import type { Pagination } from '@vialproof/contract/primitives';
import type { Viewer } from '../../platform/access.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { issuedCertificatesOf, rawFilesOf } from '../certificates/certificates.service.ts';
import { findNames, findSenderOfRequest, groupNeedsOf } from '../group-tests/group-tests.service.ts';
import {
  listOwnOrders,
  type OwnFilter,
  orderNeedsOf,
  orderStatsOf,
  selectOrder,
  selectOwnOrder,
} from '../orders/orders.service.ts';
import { decisivePayment, listBilling, paymentsFor } from '../payments/payments.service.ts';
import { ownRegistrationOf } from '../registrations/registrations.service.ts';
import { findPublishedResult, findResultTitles, photosOf, retractionOf } from '../results/results.service.ts';
import { findOpenSample } from '../turnaround/turnaround.service.ts';
import { qrSvg } from './adapters/sample-labels.ts';
import type { DashboardContext } from './dashboard.service.ts';

/** A test that the viewer may read, with result, certificates and payment. Refusal: `not_found`. */
export async function readOwnTest(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
): Promise<MyTestDetail | Refusal> {
  const { lab } = ctx.platform.config;
  const order = await selectOwnOrder(ctx.orders, viewer, id);
  if (isRefusal(order)) return order;
  const { sku, ...request } = order;
  const detail = {
    request,
    sku,
    result: (await findPublishedResult(ctx.results, request.id)) ?? null,
    photos: await photosOf(ctx.results, request.id),
    retracted: await retractionOf(ctx.results, request.id),
    certificates: await issuedCertificatesOf(ctx.certificates, order),
    raw_files: await rawFilesOf(ctx.certificates, request.id),
    registration: await ownRegistrationOf(ctx.registrations, viewer, request.id),
    payment_status: await paymentStatusOf(ctx, order.id),
    verify: UNVERIFIABLE.has(request.status) ? null : presentVerify(ctx, request),
    ship_to: { name: lab.name, address: lab.address },
    may_track: await mayTrack(ctx, viewer, order.id),
    sender: await senderOf(ctx, viewer, order.id),
  };
  return { ...detail, open_sample: await openSampleOf(ctx, detail) };
}

/** How many working days a sample without a result has been in the laboratory; null for others. */
async function openSampleOf(
  { turnaround }: DashboardContext,
  { request, sku, retracted }: Pick<MyTestDetail, 'request' | 'sku' | 'retracted'>,
): Promise<MyTestDetail['open_sample']> {
  if (request.status !== 'received' || request.received_at === null || retracted) return null;
  return findOpenSample(turnaround, { skuId: sku.id, receivedAt: new Date(request.received_at) });
}

/** An order with one of these statuses cannot be verified. */
const UNVERIFIABLE = new Set<RequestStatus>(['draft', 'pending_payment', 'cancelled']);

/**
 * The address for verifying the test. The certificate's key is behind #, so that logs and other sites do not see it.
 */
function presentVerify({ platform }: DashboardContext, { task_number, unique_key }: TestRequest) {
  const url = `${platform.publicUrl()}/verify#task=${task_number}&key=${unique_key}`;
  return { url, qr_svg: qrSvg(url) };
}

/** A page of the tests that the viewer may read, newest first, with the titles of their results. */
export async function listOwnTests(
  { orders, results }: DashboardContext,
  viewer: Viewer,
  filter: OwnFilter,
): Promise<{ items: MyTest[]; pagination: Pagination }> {
  const mine = await listOwnOrders(orders, viewer, filter);
  const titles = await findResultTitles(
    results,
    mine.orders.map((request) => request.id),
  );
  const items = mine.orders.map((request) => {
    const title = titles.get(request.id);
    return { ...request, result: title === undefined ? null : { title } };
  });
  return { items, pagination: mine.pagination };
}

const NEEDS_SHOWN = 20;

/** The numbers on the dashboard, the five newest tests, and what the person has to do, the most urgent first. */
export async function readOwnStats({ orders, groups }: DashboardContext, viewer: Viewer): Promise<Stats> {
  const [stats, ofOrders, ofGroups] = await Promise.all([
    orderStatsOf(orders, viewer),
    orderNeedsOf(orders, viewer, NEEDS_SHOWN),
    groupNeedsOf(groups, viewer),
  ]);
  // Entries without a deadline are last in the list.
  const needs = [...ofOrders, ...ofGroups].sort((one, other) =>
    (one.until ?? '9') < (other.until ?? '9') ? -1 : 1,
  );
  return { ...stats, needs: needs.slice(0, NEEDS_SHOWN) };
}

/** The viewer's payments for the billing page, newest first. */
export const listOwnPayments = ({ payments }: DashboardContext, viewer: Viewer): Promise<Payment[]> =>
  listBilling(payments, viewer.id);

/** Whether the viewer is the one who sends the group's vial. */
export async function isSender(
  { groups }: DashboardContext,
  viewer: Viewer,
  request: { id: string; groupTestId: string | null },
): Promise<boolean> {
  return request.groupTestId !== null && (await findSenderOfRequest(groups, request.id)) === viewer.id;
}

/** The person who sends the vial of the request's group; null for a request that belongs to no group. */
async function senderOf(
  { groups }: DashboardContext,
  viewer: Viewer,
  id: string,
): Promise<MyTestDetail['sender']> {
  const senderId = await findSenderOfRequest(groups, id);
  if (senderId === undefined) return null;
  const { display_name } = (await findNames(groups, [senderId]))(senderId);
  return { display_name, is_viewer: senderId === viewer.id };
}

async function paymentStatusOf(
  { payments }: DashboardContext,
  id: string,
): Promise<MyTestDetail['payment_status']> {
  return decisivePayment(await paymentsFor(payments, { kind: 'order', id }))?.status ?? null;
}

async function mayTrack(ctx: DashboardContext, viewer: Viewer, id: string): Promise<boolean> {
  const request = await selectOrder(ctx.orders, id);
  if (request.status !== 'awaiting_sample') return false;
  return request.customerId === viewer.id || isSender(ctx, viewer, request);
}
