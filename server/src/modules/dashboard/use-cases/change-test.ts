import type { MyTestDetail } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import type { DashboardContext } from '../dashboard.context.ts';
import { readTest } from '../dashboard.queries.ts';

/** Writes a parcel's tracking number, through the group where it is a group's test. Refuses not_found, wrong_state. */
export async function putTracking(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
  trackingNumber: string,
): Promise<MyTestDetail | Refusal> {
  const { groups, orders } = ctx;
  const request = await orders.find(id);
  const group = request && (await orders.isReader(viewer.id, request)) ? request.groupTestId : null;
  const saved = group
    ? await groups.putTracking(viewer, group, trackingNumber)
    : await orders.putTracking(viewer, id, trackingNumber);
  return isRefusal(saved) ? saved : readTest(ctx, viewer, id);
}

/** Makes a test public, or private while it may be. Refuses not_found, already_published, order_locked, wrong_state. */
export async function putVisibility(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
  visibility: Visibility,
): Promise<MyTestDetail | Refusal> {
  const refused = await ctx.registrations.putVisibility(viewer, id, visibility);
  return refused ?? readTest(ctx, viewer, id);
}

/** Shows a completed private test to everybody. Refuses not_found, wrong_state. */
export async function publishTest(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
): Promise<MyTestDetail | Refusal> {
  const published = await ctx.orders.publishPublicly(viewer, id);
  return isRefusal(published) ? published : readTest(ctx, viewer, id);
}

/** Opens or closes what a private test's certificates say to key holders. Refuses not_found, forbidden, wrong_state. */
export async function setDisclosure(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
  open: boolean,
): Promise<MyTestDetail | Refusal> {
  const set = await ctx.orders.setDisclosure(viewer, id, open);
  return isRefusal(set) ? set : readTest(ctx, viewer, id);
}

/** Gives everybody the released files of the instrument. Refuses not_found, forbidden, wrong_state. */
export async function publishRawFiles(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
): Promise<MyTestDetail | Refusal> {
  const published = await ctx.certificates.publishRawFiles(viewer, id);
  return isRefusal(published) ? published : readTest(ctx, viewer, id);
}
