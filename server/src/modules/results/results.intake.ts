import type { ExpectedSample, ParcelItem, ParcelOutcome } from '@vialproof/contract/desk';
import type { Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Intake, Orders, TestRequestRecord } from '../orders/orders.service.ts';
import { whyNotExpected } from './intake.rules.ts';
import type { Desk } from './results.desk.ts';
import type { PhotosStore } from './results.photos.store.ts';

type Outcome = Pick<ParcelOutcome, 'outcome' | 'repeated'>;

/** Vials come over the desk: one by one, or a parcel at a time. */
export function intake(
  { clock }: Platform,
  { orders, desk, photos }: { orders: Orders; desk: Desk; photos: PhotosStore },
) {
  const { withRequest } = desk;

  async function take(
    tx: Tx,
    viewer: Viewer,
    request: TestRequestRecord,
    found: Intake,
  ): Promise<TestRequestRecord | Refusal> {
    const taken = await orders.receive(tx, viewer, request, found);
    if (!isRefusal(taken) && !found.accepted) await photos.markRefused(tx, request.id, clock.now());
    return taken;
  }

  function takeItem(viewer: Viewer, { item_id, task_number, ...found }: ParcelItem) {
    return withRequest<Outcome>(viewer, String(task_number), async ({ tx, request }) => {
      const before = await orders.intakeOutcomeOf(tx, request, item_id);
      if (before === 'elsewhere') {
        return refuse('wrong_state', 'This line was used for another sample. Scan the vial again.');
      }
      if (before) return { outcome: before, repeated: true };
      const taken = await take(tx, viewer, request, { ...found, itemId: item_id });
      if (isRefusal(taken)) return taken;
      return { outcome: found.accepted ? 'received' : 'refused', repeated: false };
    });
  }

  return {
    one: (viewer: Viewer, idOrTask: string, found: Intake): Promise<TestRequestRecord | Refusal> =>
      withRequest(viewer, idOrTask, ({ tx, request }) => take(tx, viewer, request, found)),

    /** Each vial in a transaction of its own, in the order sent: one that is not taken does not keep the others out. */
    async parcel(viewer: Viewer, items: ParcelItem[]): Promise<ParcelOutcome[]> {
      const outcomes: ParcelOutcome[] = [];
      for (const item of items) {
        const { item_id, task_number } = item;
        const became = await takeItem(viewer, item);
        outcomes.push(
          isRefusal(became)
            ? {
                item_id,
                task_number,
                outcome: 'not_taken',
                repeated: false,
                code: became.code,
                detail: became.detail,
              }
            : { item_id, task_number, ...became, code: null, detail: null },
        );
      }
      return outcomes;
    },

    /** What a scanned vial should be. Refuses not_found for a number that was never given. */
    async expected(viewer: Viewer, idOrTask: string): Promise<ExpectedSample | Refusal> {
      const request = await orders.findForStaff(viewer, idOrTask);
      if (isRefusal(request)) return request;
      const sku = await orders.skuOf(request);
      const isOwn = (await orders.notOwn(viewer, request)) !== undefined;
      return {
        request_id: request.id,
        task_number: request.taskNumber,
        sku_name: sku.name,
        sample_requirement: sku.sample_requirement,
        compound_name: request.compoundName,
        dosage_text: request.dosageText,
        manufacturer: request.manufacturer,
        batch_code: request.batchCode,
        status: request.status,
        why_not: isOwn ? 'own_order' : whyNotExpected(request.status),
      };
    },
  };
}
