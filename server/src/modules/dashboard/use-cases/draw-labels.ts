import type { Parcel, SampleLabels } from '@vialproof/contract/orders';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findOrder, findOrderEvenOwn, isOrderReader, skuOf } from '../../orders/orders.service.ts';
import { drawLabels } from '../adapters/sample-labels.ts';
import { isSender } from '../dashboard.queries.ts';
import type { DashboardContext } from '../dashboard.service.ts';

/**
 * Draws the labels for a sample that must be sent. Refusals: `not_found`, `wrong_state` before the payment and after
 * the arrival.
 */
export async function drawParcelLabels(
  ctx: DashboardContext,
  viewer: Viewer,
  id: string,
): Promise<Parcel | Refusal> {
  const { lab } = ctx.platform.config;
  const request = await findOrder(ctx.orders, id);
  if (!request) return refuse('not_found');
  const sends = await isSender(ctx, viewer, request);
  // A person who sends the vial but has paid nothing may print the label, and see nothing else.
  if (!sends && !(await isOrderReader(ctx.orders, viewer.id, request))) return refuse('not_found');
  if (request.status !== 'paid' && request.status !== 'awaiting_sample') {
    return refuse('wrong_state', 'Labels are printed while the laboratory waits for the sample.');
  }
  const sku = await skuOf(ctx.orders, request);
  return {
    ...drawLabels({ taskNumber: request.taskNumber, skuName: sku.name, lab: lab.name }),
    sku_name: sku.name,
    sample_requirement: sku.sample_requirement,
    ship_to: { name: lab.name, address: lab.address },
    group_test_id: request.groupTestId,
    sample_tracking_number: request.sampleTrackingNumber,
    may_track: sends || request.customerId === viewer.id,
  };
}

/** Draws the labels of any order, for the laboratory. Refusal: `not_found`. */
export async function drawIntakeLabels(
  ctx: DashboardContext,
  tasks: string[],
): Promise<SampleLabels[] | Refusal> {
  const drawn: SampleLabels[] = [];
  for (const task of tasks) {
    // Staff may also print the label of their own test.
    const request = await findOrderEvenOwn(ctx.orders, task);
    if (isRefusal(request)) {
      return request.code === 'not_found' ? refuse('not_found', `There is no task ${task}.`) : request;
    }
    const { name: skuName } = await skuOf(ctx.orders, request);
    drawn.push(drawLabels({ taskNumber: request.taskNumber, skuName, lab: ctx.platform.config.lab.name }));
  }
  return drawn;
}
