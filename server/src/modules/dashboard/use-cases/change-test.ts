import type { MyTestDetail } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { publishRawFiles } from '../../certificates/certificates.service.ts';
import { putGroupTracking } from '../../group-tests/group-tests.service.ts';
import {
  findOrder,
  isOrderReader,
  publishOrder,
  putOwnTracking,
  setDisclosure,
} from '../../orders/orders.service.ts';
import { putVisibility } from '../../registrations/registrations.service.ts';
import { readOwnTest } from '../dashboard.queries.ts';
import type { DashboardContext } from '../dashboard.service.ts';

/** Stores the tracking number of a test's parcel, or of its group. Refusals: `not_found`, `wrong_state`. */
export async function putTestTracking(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
  trackingNumber: string,
): Promise<MyTestDetail | Refusal> {
  const { groups, orders } = ctx;
  const request = await findOrder(orders, id);
  const group = request && (await isOrderReader(orders, viewer.id, request)) ? request.groupTestId : null;
  const saved = group
    ? await putGroupTracking(groups, viewer, group, trackingNumber)
    : await putOwnTracking(orders, viewer, id, trackingNumber);
  return isRefusal(saved) ? saved : readOwnTest(ctx, viewer, id);
}

/** Makes a test public or private. Refusals: `not_found`, `already_published`, `order_locked`, `wrong_state`. */
export async function putTestVisibility(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
  visibility: Visibility,
): Promise<MyTestDetail | Refusal> {
  const refused = await putVisibility(ctx.registrations, viewer, id, visibility);
  return refused ?? readOwnTest(ctx, viewer, id);
}

/** Publishes a completed private test. Refusals: `not_found`, `wrong_state`. */
export async function publishTest(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
): Promise<MyTestDetail | Refusal> {
  const published = await publishOrder(ctx.orders, viewer, id);
  return isRefusal(published) ? published : readOwnTest(ctx, viewer, id);
}

/** Shows or hides a private test's values to people with its key. Refusals: `not_found`, `forbidden`, `wrong_state`. */
export async function setTestDisclosure(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
  open: boolean,
): Promise<MyTestDetail | Refusal> {
  const set = await setDisclosure(ctx.orders, viewer, id, open);
  return isRefusal(set) ? set : readOwnTest(ctx, viewer, id);
}

/** Publishes the instrument files that a reviewer has released. Refusals: `not_found`, `forbidden`, `wrong_state`. */
export async function publishOwnRawFiles(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
): Promise<MyTestDetail | Refusal> {
  const published = await publishRawFiles(ctx.certificates, viewer, id);
  return isRefusal(published) ? published : readOwnTest(ctx, viewer, id);
}
