import type { MyTest, MyTestDetail, Parcel, RequestStatus, SampleLabels } from '@vialproof/contract/orders';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Certificates } from '../certificates/certificates.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import { decisivePayment, type Payments } from '../payments/payments.service.ts';
import type { Results } from '../results/results.service.ts';
import { drawLabels } from './dashboard.labels.ts';

export type Dashboard = ReturnType<typeof createDashboard>;

/** What a customer sees of the own tests: the order and its result side by side. */
export function createDashboard(
  platform: Platform,
  {
    orders,
    results,
    certificates,
    payments,
    groups,
  }: { orders: Orders; results: Results; certificates: Certificates; payments: Payments; groups: Groups },
) {
  const { lab } = platform.config;

  async function paymentStatusOf(id: string): Promise<MyTestDetail['payment_status']> {
    return decisivePayment(await payments.paymentsFor({ kind: 'order', id }))?.status ?? null;
  }

  /** Of a group's vial: who sends it need not have paid for it. */
  const isSender = async (viewer: Viewer, request: { id: string; groupTestId: string | null }) =>
    request.groupTestId !== null && (await groups.senderOf(request.id)) === viewer.id;

  async function mayTrack(viewer: Viewer, id: string): Promise<boolean> {
    const request = await orders.select(id);
    if (request.status !== 'awaiting_sample') return false;
    return request.customerId === viewer.id || isSender(viewer, request);
  }

  async function detail(viewer: Viewer, id: string): Promise<MyTestDetail | Refusal> {
    const order = await orders.selectOwn(viewer, id);
    if (isRefusal(order)) return order;
    const { sku, ...request } = order;
    return {
      request,
      sku,
      result: (await results.findPublished(request.id)) ?? null,
      photos: await results.photosOf(request.id),
      retracted: await results.retractionOf(request.id),
      certificates: await certificates.issuedFor(order),
      payment_status: await paymentStatusOf(order.id),
      ship_to: { name: lab.name, address: lab.address },
      may_track: await mayTrack(viewer, order.id),
    };
  }

  return {
    stats: orders.statsOf,
    detail,

    async list(
      viewer: Viewer,
      filter: { q?: string | undefined; status?: RequestStatus | undefined },
    ): Promise<MyTest[]> {
      const mine = await orders.listOwn(viewer, filter);
      const titles = await results.findTitles(mine.map((request) => request.id));
      return mine.map((request) => {
        const title = titles.get(request.id);
        return { ...request, result: title === undefined ? null : { title } };
      });
    },

    async putTracking(viewer: Viewer, id: string, trackingNumber: string): Promise<MyTestDetail | Refusal> {
      const request = await orders.find(id);
      const group = request && (await orders.isReader(viewer.id, request)) ? request.groupTestId : null;
      const saved = group
        ? await groups.putTracking(viewer, group, trackingNumber)
        : await orders.putTracking(viewer, id, trackingNumber);
      return isRefusal(saved) ? saved : detail(viewer, id);
    },

    async publishPublicly(viewer: Viewer, id: string): Promise<MyTestDetail | Refusal> {
      const opened = await orders.publishPublicly(viewer, id);
      return isRefusal(opened) ? opened : detail(viewer, id);
    },

    /** Labels of a sample that is still to come. Refuses wrong_state before payment and after receipt. */
    async labels(viewer: Viewer, id: string): Promise<Parcel | Refusal> {
      const request = await orders.find(id);
      if (!request) return refuse('not_found');
      const sends = await isSender(viewer, request);
      // Whoever sends it without having paid reads nothing else of its request.
      if (!sends && !(await orders.isReader(viewer.id, request))) return refuse('not_found');
      if (request.status !== 'paid' && request.status !== 'awaiting_sample') {
        return refuse('wrong_state', 'Labels are printed while the laboratory waits for the sample.');
      }
      const sku = await orders.skuOf(request);
      return {
        ...drawLabels({ taskNumber: request.taskNumber, skuName: sku.name, lab: lab.name }),
        sku_name: sku.name,
        sample_requirement: sku.sample_requirement,
        ship_to: { name: lab.name, address: lab.address },
        group_test_id: request.groupTestId,
        sample_tracking_number: request.sampleTrackingNumber,
        may_track: sends || request.customerId === viewer.id,
      };
    },

    /** Labels for the desk, whatever became of the requests. Refuses not_found when one of them is not there. */
    async deskLabels(viewer: Viewer, tasks: string[]): Promise<SampleLabels[] | Refusal> {
      const drawn: SampleLabels[] = [];
      for (const task of tasks) {
        const request = await orders.findForStaff(viewer, task);
        if (isRefusal(request)) {
          return request.code === 'not_found' ? refuse('not_found', `There is no task ${task}.`) : request;
        }
        const sku = await orders.skuOf(request);
        drawn.push(drawLabels({ taskNumber: request.taskNumber, skuName: sku.name, lab: lab.name }));
      }
      return drawn;
    },
  };
}
